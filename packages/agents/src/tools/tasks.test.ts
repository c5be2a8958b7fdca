import { must } from '@vos/base';
import { sequentialIds } from '@vos/base/testing';
import type { Lane } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Task } from '@vos/protocol/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNotesAgent } from '../specialists/notes/agent.ts';
import { applyTool } from '../testing/apply-tool.ts';
import { notificationPayloads } from '../turns/notifications.ts';
import { createTaskTools } from './tasks.ts';

const conversationId = `conversation_${'0'.repeat(32)}`;
const notes = createNotesAgent();
const agents = [notes, { ...notes, id: 'weather_agent' }];
let test: TestLedger;
let ids = sequentialIds();
let sent: Lane[] = [];

beforeEach(async () => {
  test = await openTestLedger();
  ids = sequentialIds();
  sent = [];
});
afterEach(() => test.dispose());

async function call(
  name: string,
  given: Record<string, unknown>,
  agentId = 'notes_agent',
): Promise<{ ok: boolean; value?: unknown; error?: unknown }> {
  await test.clock.advance(1_000);
  const tools = createTaskTools({ agents, onSent: (lane) => void sent.push(lane) });
  return applyTool(tools, name, given, { ledger: test.ledger, agentId, conversationId, ids });
}

async function create(given: Record<string, unknown>): Promise<Task> {
  return must((await call('create_task', given)).value, 'it was created') as Task;
}

describe('tasks', () => {
  it('are written down, taken on, done and put away', async () => {
    const made = await create({
      title: 'Call the bank ',
      description: 'About the card',
      assignee_ids: ['weather_agent', 'weather_agent'],
    });
    const expected: Task = {
      id: made.id,
      title: 'Call the bank',
      description: 'About the card',
      status: 'pending',
      assigneeIds: ['weather_agent'],
      broadcastUpdates: false,
      createdBy: 'notes_agent',
      createdAt: '2026-01-05T09:00:01.000Z',
      updatedAt: '2026-01-05T09:00:01.000Z',
      completedAt: null,
    };
    expect(made).toEqual(expected);
    const done = await call('update_task', { task_id: made.id, status: 'completed' });
    expect(done.value).toEqual({
      ...expected,
      status: 'completed',
      updatedAt: '2026-01-05T09:00:02.000Z',
      completedAt: '2026-01-05T09:00:02.000Z',
    });
    await call('update_task', { task_id: made.id, status: 'archived' });
    expect((await call('get_tasks', {})).value).toEqual({ tasks: [], count: 0 });
    expect((await call('get_tasks', { status: 'archived' })).value).toMatchObject({
      count: 1,
      tasks: [{ id: made.id, completedAt: '2026-01-05T09:00:02.000Z' }],
    });
    expect((await call('update_task', { task_id: made.id, status: 'in_progress' })).value).toMatchObject({ completedAt: null });
  });

  it('are given to several, each once, and taken from oneself without a name', async () => {
    const { id } = await create({ title: 'Water the plants' });
    await call('assign_to_task', { task_id: id, agent_id: 'user' });
    const twice = await call('assign_to_task', { task_id: id, agent_id: 'user' });
    expect(twice.value).toMatchObject({ assigneeIds: ['user'], updatedAt: '2026-01-05T09:00:02.000Z' });
    await call('assign_to_task', { task_id: id, agent_id: 'notes_agent' });
    expect((await call('get_tasks', { assignee_id: 'notes_agent' })).value).toMatchObject({ count: 1 });
    expect((await call('unassign_from_task', { task_id: id })).value).toMatchObject({ assigneeIds: ['user'] });
    expect((await call('get_tasks', { assignee_id: 'notes_agent' })).value).toEqual({ tasks: [], count: 0 });
  });

  it('cannot be given to somebody who does not exist, and a missing one is named', async () => {
    const { id } = await create({ title: 'x' });
    const stranger = {
      code: 'assignee-unknown',
      message: 'There is nobody called “cook_agent”. These exist: notes_agent, weather_agent, user.',
    };
    expect(await call('create_task', { title: 'y', assignee_ids: ['cook_agent'] })).toMatchObject({ ok: false, error: stranger });
    expect(await call('assign_to_task', { task_id: id, agent_id: 'cook_agent' })).toMatchObject({ ok: false, error: stranger });
    const missing = `task_${'f'.repeat(32)}`;
    for (const [name, given] of [
      ['update_task', { status: 'completed' }],
      ['assign_to_task', { agent_id: 'user' }],
      ['unassign_from_task', {}],
    ] as const) {
      expect(await call(name, { task_id: missing, ...given })).toMatchObject({ ok: false, error: { code: 'task-unknown' } });
    }
  });

  it('tell those they concern of every change, if they were made so, and never the one who changed them', async () => {
    const { id } = await create({ title: 'Paint', assignee_ids: ['weather_agent', 'user'], broadcast_updates: true });
    await call('update_task', { task_id: id, status: 'in_progress' }, 'weather_agent');
    await call('update_task', { task_id: id, status: 'in_progress' }, 'weather_agent');
    await call('unassign_from_task', { task_id: id, agent_id: 'weather_agent' });
    expect(sent).toEqual(['weather_agent', 'notes_agent', 'weather_agent'].map((agentId) => ({ agentId, conversationId })));
    const heard = test.ledger.read
      .all<{ agent_id: string; type: string; payload: string }>('SELECT agent_id, type, payload FROM queue ORDER BY position')
      .map((queued) => [queued.agent_id, queued.type, notificationPayloads.task_notification.parse(JSON.parse(queued.payload))]);
    const about = { task_id: id, task_title: 'Paint', created_by: 'notes_agent', user_timezone: 'Europe/Amsterdam' };
    expect(heard).toEqual([
      ['weather_agent', 'task_notification', { ...about, event_type: 'task_created', status: 'pending', old_status: null }],
      [
        'notes_agent',
        'task_notification',
        { ...about, event_type: 'task_updated', status: 'in_progress', old_status: 'pending' },
      ],
      [
        'weather_agent',
        'task_notification',
        { ...about, event_type: 'task_unassigned', status: 'in_progress', old_status: 'in_progress' },
      ],
    ]);
  });
});
