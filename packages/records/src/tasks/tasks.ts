// Tasks: what is to be done, by whom, and how far it is.
import { CodedError, err, ok, type Result } from '@vos/base';
import { type ChangeSet, type Reader, readRecord, type RecordKind, type SqlValue, type Transaction } from '@vos/ledger';
import { type Task, type TaskStatus, task } from '@vos/protocol/entities';

export const taskKind: RecordKind<Task> = {
  kind: 'task',
  table: 'tasks',
  toRow: (entity) => ({
    title: entity.title,
    description: entity.description,
    status: entity.status,
    assignee_ids: JSON.stringify(entity.assigneeIds),
    broadcast_updates: entity.broadcastUpdates ? 1 : 0,
    created_by: entity.createdBy,
    created_at: entity.createdAt,
    updated_at: entity.updatedAt,
    completed_at: entity.completedAt,
  }),
  fromRow: (row) =>
    task.parse({
      id: row['id'],
      title: row['title'],
      description: row['description'],
      status: row['status'],
      assigneeIds: JSON.parse(String(row['assignee_ids'])),
      broadcastUpdates: row['broadcast_updates'] === 1,
      createdBy: row['created_by'],
      createdAt: row['created_at'],
      updatedAt: row['updated_at'],
      completedAt: row['completed_at'],
    }),
};

export interface NewTask {
  readonly id: string;
  readonly createdBy: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly assigneeIds?: readonly string[] | undefined;
  readonly broadcastUpdates?: boolean | undefined;
}

export interface TaskFields {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: TaskStatus | undefined;
  readonly assigneeIds?: readonly string[] | undefined;
}

export interface TaskListing {
  readonly status?: TaskStatus | undefined;
  readonly assigneeId?: string | undefined;
  readonly limit?: number | undefined;
}

/** `task-unknown`: there is none with this id. `task-invalid`: a field is empty or too long. Nothing was written. */
export type TaskProblem = CodedError<'task-unknown' | 'task-invalid'>;

export function createTask(transaction: Transaction, changes: ChangeSet, fresh: NewTask): Result<Task, TaskProblem> {
  const checked = check({
    id: fresh.id,
    title: fresh.title.trim(),
    description: fresh.description ?? '',
    status: 'pending',
    assigneeIds: [...new Set(fresh.assigneeIds ?? [])],
    broadcastUpdates: fresh.broadcastUpdates ?? false,
    createdBy: fresh.createdBy,
    createdAt: transaction.at,
    updatedAt: transaction.at,
    completedAt: null,
  });
  if (checked.ok) changes.put(taskKind, checked.value);
  return checked;
}

export function readTask(reader: Reader, id: string): Task | undefined {
  return readRecord(reader, taskKind, id);
}

/** The last changed first; archived ones only when asked for by status. */
export function listTasks(reader: Reader, { status, assigneeId, limit = 50 }: TaskListing = {}): readonly Task[] {
  const conditions = [status === undefined ? `status <> 'archived'` : 'status = ?'];
  const parameters: SqlValue[] = status === undefined ? [] : [status];
  if (assigneeId !== undefined) {
    conditions.push('EXISTS (SELECT 1 FROM json_each(tasks.assignee_ids) AS assignee WHERE assignee.value = ?)');
    parameters.push(assigneeId);
  }
  const rows = reader.all<Record<string, SqlValue>>(
    `SELECT tasks.* FROM tasks WHERE ${conditions.join(' AND ')} ORDER BY updated_at DESC, position DESC LIMIT ?`,
    [...parameters, limit],
  );
  return rows.map(taskKind.fromRow);
}

/** Changes the given fields; equal values change nothing. Completing stamps the time, any other status takes the stamp away. */
export function updateTask(
  transaction: Transaction,
  changes: ChangeSet,
  id: string,
  fields: TaskFields,
): Result<Task, TaskProblem> {
  const before = readTask(transaction, id);
  if (before === undefined) return err(new CodedError('task-unknown', 'There is no such task any more. Nothing was changed.'));
  const status = fields.status ?? before.status;
  const wanted: Task = {
    ...before,
    title: fields.title?.trim() ?? before.title,
    description: fields.description ?? before.description,
    status,
    assigneeIds: fields.assigneeIds === undefined ? before.assigneeIds : [...new Set(fields.assigneeIds)],
    completedAt: status === before.status ? before.completedAt : completedAt(status, before, transaction.at),
  };
  if (JSON.stringify(wanted) === JSON.stringify(before)) return ok(before);
  const checked = check({ ...wanted, updatedAt: transaction.at });
  if (checked.ok) changes.put(taskKind, checked.value);
  return checked;
}

/** Assigning who is assigned already changes nothing. */
export function assignTask(
  transaction: Transaction,
  changes: ChangeSet,
  id: string,
  assigneeId: string,
): Result<Task, TaskProblem> {
  const assigneeIds = readTask(transaction, id)?.assigneeIds ?? [];
  return updateTask(transaction, changes, id, { assigneeIds: [...assigneeIds, assigneeId] });
}

export function unassignTask(
  transaction: Transaction,
  changes: ChangeSet,
  id: string,
  assigneeId: string,
): Result<Task, TaskProblem> {
  const assigneeIds = readTask(transaction, id)?.assigneeIds ?? [];
  return updateTask(transaction, changes, id, { assigneeIds: assigneeIds.filter((assignee) => assignee !== assigneeId) });
}

function completedAt(status: TaskStatus, before: Task, at: string): string | null {
  if (status === 'completed') return at;
  // What was done stays done in the archive.
  return status === 'archived' ? before.completedAt : null;
}

function check(candidate: unknown): Result<Task, TaskProblem> {
  const parsed = task.safeParse(candidate);
  if (parsed.success) return ok(parsed.data);
  const field = String(parsed.error.issues[0]?.path[0] ?? 'content');
  return err(new CodedError('task-invalid', `The task was not saved, because its ${field} is empty or too long.`));
}
