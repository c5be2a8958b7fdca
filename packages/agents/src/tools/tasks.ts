// Tasks, for every agent: create_task, update_task, get_tasks, assign_to_task, unassign_from_task.
import { err, ok, type Result } from '@vos/base';
import { type Lane, queue } from '@vos/ledger';
import { TASK_DESCRIPTION_LIMIT, TASK_TITLE_LIMIT, type Task, task, taskStatus } from '@vos/protocol/entities';
import { assignTask, createTask, listTasks, readTask, type TaskProblem, unassignTask, updateTask } from '@vos/records';
import { z } from 'zod';
import type { Agent } from '../sdk/agent.ts';
import { defineRecordTool, type RecordContext, type Tool, type ToolFailure, toolFailure } from '../sdk/tool.ts';

export interface TaskToolOptions {
  /** Every agent there is: who a task can be given to, besides the person as `user`. */
  readonly agents: readonly Agent[];
  /** Told inside the commit that a lane has something to do. */
  readonly onSent: (lane: Lane) => void;
}

type TaskEvent = 'task_created' | 'task_updated' | 'task_assigned' | 'task_unassigned';

const assignees = z.array(z.string()).max(50).describe('Ids of agents, or `user` for the person.');
const shape = { result: task, effect: 'record', permission: 'allow', continues: true } as const;

export function createTaskTools({ agents, onSent }: TaskToolOptions): readonly Tool[] {
  const known = new Set([...agents.map(({ id }) => id), 'user']);

  function unknownAssignee(ids: readonly string[]): ToolFailure | undefined {
    const stranger = ids.find((id) => !known.has(id));
    if (stranger === undefined) return undefined;
    return toolFailure('assignee-unknown', `There is nobody called “${stranger}”. These exist: ${[...known].join(', ')}.`);
  }

  /** Tells the agents that the task concerns, but not the one that did it, if the task asks for that. */
  function announce(context: RecordContext, event: TaskEvent, after: Task, before?: Task): void {
    if (!after.broadcastUpdates) return;
    const concerned = new Set([after.createdBy, ...after.assigneeIds, ...(before?.assigneeIds ?? [])]);
    for (const agent of agents) {
      if (!concerned.has(agent.id) || agent.id === context.agentId) continue;
      const lane = { agentId: agent.id, conversationId: context.conversationId };
      queue.send(context.transaction, {
        id: context.newId('queued'),
        idempotencyKey: `${context.callId}:${agent.id}`,
        type: 'task_notification',
        payload: {
          task_id: after.id,
          task_title: after.title,
          event_type: event,
          status: after.status,
          old_status: before?.status ?? null,
          created_by: after.createdBy,
          user_timezone: context.timeZone,
        },
        traceId: context.traceId,
        ...lane,
      });
      onSent(lane);
    }
  }

  /** Announces what came of a change, unless it changed nothing. */
  function changed(
    context: RecordContext,
    event: TaskEvent,
    before: Task | undefined,
    result: Result<Task, TaskProblem>,
  ): Result<Task, ToolFailure> {
    if (!result.ok) return err(toolFailure(result.error.code, result.error.message));
    if (JSON.stringify(before) !== JSON.stringify(result.value)) announce(context, event, result.value, before);
    return result;
  }

  return [
    defineRecordTool({
      ...shape,
      name: 'create_task',
      description: 'Writes down something to be done, for yourself, for colleagues or for the person.',
      parameters: z.object({
        title: z.string().min(1).max(TASK_TITLE_LIMIT),
        description: z.string().max(TASK_DESCRIPTION_LIMIT).optional(),
        assignee_ids: assignees.default([]),
        broadcast_updates: z.boolean().default(false).describe('Tell the assignees and the creator of every change.'),
      }),
      doing: ({ title }) => `adding the task “${title.slice(0, 40)}”`,
      apply(given, context) {
        const failure = unknownAssignee(given.assignee_ids);
        if (failure !== undefined) return err(failure);
        const created = createTask(context.transaction, context.changes, {
          id: context.newId('task'),
          createdBy: context.agentId,
          title: given.title,
          description: given.description,
          assigneeIds: given.assignee_ids,
          broadcastUpdates: given.broadcast_updates,
        });
        return changed(context, 'task_created', undefined, created);
      },
    }),
    defineRecordTool({
      ...shape,
      name: 'update_task',
      description: 'Changes how far a task is, what it is about, or who does it.',
      parameters: z.object({
        task_id: z.string(),
        status: taskStatus.optional(),
        description: z.string().max(TASK_DESCRIPTION_LIMIT).optional(),
        assignee_ids: assignees.optional(),
      }),
      doing: () => 'changing a task',
      apply(given, context) {
        const failure = unknownAssignee(given.assignee_ids ?? []);
        if (failure !== undefined) return err(failure);
        const before = readTask(context.transaction, given.task_id);
        const updated = updateTask(context.transaction, context.changes, given.task_id, {
          status: given.status,
          description: given.description,
          assigneeIds: given.assignee_ids,
        });
        return changed(context, 'task_updated', before, updated);
      },
    }),
    defineRecordTool({
      ...shape,
      name: 'get_tasks',
      description: 'Lists tasks, the last changed first; archived ones only by their status.',
      parameters: z.object({
        status: taskStatus.optional(),
        assignee_id: z.string().optional(),
        limit: z.number().int().min(1).max(200).default(50),
      }),
      result: z.object({ tasks: z.array(task), count: z.number().int().nonnegative() }),
      effect: 'read',
      doing: () => 'looking through the tasks',
      apply(given, { transaction }) {
        const tasks = [...listTasks(transaction, { status: given.status, assigneeId: given.assignee_id, limit: given.limit })];
        return ok({ tasks, count: tasks.length });
      },
    }),
    defineRecordTool({
      ...shape,
      name: 'assign_to_task',
      description: 'Gives a task to somebody besides those who have it.',
      parameters: z.object({ task_id: z.string(), agent_id: z.string().describe('Id of an agent, or `user` for the person.') }),
      doing: () => 'assigning a task',
      apply(given, context) {
        const failure = unknownAssignee([given.agent_id]);
        if (failure !== undefined) return err(failure);
        const before = readTask(context.transaction, given.task_id);
        return changed(
          context,
          'task_assigned',
          before,
          assignTask(context.transaction, context.changes, given.task_id, given.agent_id),
        );
      },
    }),
    defineRecordTool({
      ...shape,
      name: 'unassign_from_task',
      description: 'Takes a task away from somebody, or from yourself without agent_id.',
      parameters: z.object({ task_id: z.string(), agent_id: z.string().optional() }),
      doing: () => 'handing a task back',
      apply(given, context) {
        const before = readTask(context.transaction, given.task_id);
        const assigneeId = given.agent_id ?? context.agentId;
        return changed(
          context,
          'task_unassigned',
          before,
          unassignTask(context.transaction, context.changes, given.task_id, assigneeId),
        );
      },
    }),
  ];
}
