import { type TemporaryFolder, temporaryFolder } from '@vos/ledger/testing';
import type { Permission } from '@vos/protocol/entities';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostClient } from '../testing/host-client.ts';
import { openTestHost, type TestHost } from '../testing/open-test-host.ts';

let temporary: TemporaryFolder;
let host: TestHost;
let client: HostClient;

async function open(): Promise<void> {
  host = await openTestHost(join(temporary.folder, 'data'));
  client = await host.connect();
}
async function close(): Promise<void> {
  client.close();
  await host.close();
}

beforeEach(async () => {
  temporary = await temporaryFolder();
  await open();
});
afterEach(async () => {
  await close();
  await temporary.dispose();
});

async function send(text: string): Promise<string> {
  const id = `msg_${(++sent).toString(16).padStart(32, '0')}`;
  const { conversationId } = client;
  const { message } = await client.ask('message/send', { id, conversationId, text, timeZone: 'Europe/Amsterdam' });
  return message.traceId;
}
let sent = 0;

async function answerTo(traceId: string): Promise<string> {
  const event = await client.next(
    ({ name, payload }) =>
      name === 'message/added' && payload.message.traceId === traceId && payload.message.author.kind !== 'user',
  );
  return event.name === 'message/added' ? event.payload.message.text : '';
}

const asked = () => client.next(({ name }) => name === 'approval/asked');
const noteTitles = async () => (await client.ask('note/list', {})).notes.map(({ title }) => title);
const chosen = async (): Promise<Permission | undefined> =>
  (await client.ask('permission/read', {})).classes.find(({ effect }) => effect === 'record')?.permission;

describe('what agents may do', () => {
  it('is the person’s choice for each kind; one that asks waits over a restart and happens once when allowed', async () => {
    expect(await chosen()).toBe('allow');
    await client.ask('permission/change', { effect: 'record', permission: 'ask' });
    const traceId = await send('note that the plumber comes on Friday');
    await asked();
    await close();
    await open();
    const { approvals } = await client.ask('approval/list', {});
    expect(approvals).toMatchObject([{ agentId: 'notes_agent', toolName: 'create_note', state: 'waiting', reason: 'class' }]);
    expect([await noteTitles(), await chosen()]).toEqual([[], 'ask']);
    const id = approvals[0]?.id ?? '';
    expect((await client.ask('conversation/read', { conversationId: client.conversationId })).approvals).toEqual(approvals);

    const { approval } = await client.ask('approval/decide', { id, decision: 'allow', scope: 'once' });
    expect(approval.state).toBe('allowed');
    expect(await answerTo(traceId)).toContain('plumber');
    expect(await noteTitles()).toHaveLength(1);
    expect((await client.ask('approval/list', {})).approvals).toEqual([]);
    await expect(client.ask('approval/decide', { id, decision: 'deny', scope: 'once' })).rejects.toMatchObject({
      code: 'approval-decided',
    });
  });

  it('that is refused does not happen, and the answer says so', async () => {
    await client.ask('permission/change', { effect: 'record', permission: 'ask' });
    const traceId = await send('note that the plumber comes on Friday');
    await asked();
    const [approval] = (await client.ask('approval/list', {})).approvals;
    await client.ask('approval/decide', { id: approval?.id ?? '', decision: 'deny', scope: 'once' });
    expect(await answerTo(traceId)).toBe('I did not do that, as you decided. Nothing was changed.');
    expect(await noteTitles()).toEqual([]);
  });

  it('whose kind is set to never is refused where it waits, and the next one says why it is not done', async () => {
    await client.ask('permission/change', { effect: 'record', permission: 'ask' });
    const waiting = await send('note that the plumber comes on Friday');
    await asked();
    const [approval] = (await client.ask('approval/list', {})).approvals;
    await client.ask('permission/change', { effect: 'record', permission: 'deny' });
    expect(await answerTo(waiting)).toBe('I did not do that, as you decided. Nothing was changed.');
    await expect(
      client.ask('approval/decide', { id: approval?.id ?? '', decision: 'allow', scope: 'once' }),
    ).rejects.toMatchObject({ code: 'approval-decided' });
    const next = await send('note that the dog is fed');
    expect(await answerTo(next)).toBe(
      'I did not do that, because you do not allow it. You can change that in Settings, under Permissions.',
    );
    expect(await noteTitles()).toEqual([]);
  });

  it('decided for good on a card is listed, can be taken back, and that can be undone', async () => {
    await client.ask('permission/change', { effect: 'record', permission: 'ask' });
    const traceId = await send('note that the plumber comes on Friday');
    await asked();
    const [approval] = (await client.ask('approval/list', {})).approvals;
    await client.ask('approval/decide', { id: approval?.id ?? '', decision: 'allow', scope: 'always' });
    await answerTo(traceId);
    const { rules } = await client.ask('permission/read', {});
    expect(rules).toMatchObject([{ decision: 'allow', agentId: 'notes_agent', toolName: 'create_note', conversationId: null }]);
    const id = rules[0]?.id ?? '';
    const { changeSetId } = await client.ask('permission/revoke', { id });
    await client.next(({ name }) => name === 'permission/changed');
    expect((await client.ask('permission/read', {})).rules).toEqual([]);
    await client.ask('change/undo', { changeSetId });
    expect((await client.ask('permission/read', {})).rules).toEqual(rules);
    await client.ask('permission/revoke', { id });
    await expect(client.ask('permission/revoke', { id })).rejects.toMatchObject({ code: 'permission-unknown' });
  });
});

describe('a request', () => {
  it('that waits for the person is stopped with its question', async () => {
    await client.ask('permission/change', { effect: 'record', permission: 'ask' });
    const traceId = await send('note that the plumber comes on Friday');
    await asked();
    expect(await client.ask('request/stop', { traceId })).toEqual({ isStopped: true });
    expect(await answerTo(traceId)).toBe('Stopped. Nothing had been changed.');
    expect((await client.ask('approval/list', {})).approvals).toEqual([]);
    expect(await client.ask('request/stop', { traceId })).toEqual({ isStopped: false });
  });

  it('and an effect that nobody knows are refused in a sentence', async () => {
    const id = `call_${'0'.repeat(32)}`;
    await expect(client.ask('request/stop', { traceId: `trace_${'0'.repeat(32)}` })).rejects.toMatchObject({
      code: 'request-unknown',
    });
    await expect(client.ask('effect/settle', { id, outcome: 'done' })).rejects.toMatchObject({ code: 'effect-unknown' });
    await expect(client.ask('effect/check', { id })).rejects.toMatchObject({ code: 'effect-unknown' });
    expect(await client.ask('effect/list', {})).toEqual({ effects: [] });
    expect(await client.ask('finding/list', {})).toEqual({ findings: [] });
  });
});
