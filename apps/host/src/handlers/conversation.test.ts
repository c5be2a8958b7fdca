import { type TemporaryFolder, temporaryFolder } from '@vos/ledger/testing';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostClient } from '../testing/host-client.ts';
import { openTestHost, type TestHost } from '../testing/open-test-host.ts';

let temporary: TemporaryFolder;
let host: TestHost;
let client: HostClient;

beforeEach(async () => {
  temporary = await temporaryFolder();
  host = await openTestHost(join(temporary.folder, 'data'));
  client = await host.connect();
});

afterEach(async () => {
  client.close();
  await host.close();
  await temporary.dispose();
});

const titles = async (): Promise<readonly string[]> =>
  (await client.ask('conversation/list', {})).conversations.map(({ title }) => title);

describe('conversations', () => {
  it('are named after what was asked first, listed with the latest on top, and an empty one is not started twice', async () => {
    expect(await titles()).toEqual(['New conversation']);
    await client.say('what is 15% of 80, and why does anybody want to know that at this time of the day');
    const first = await client.ask('conversation/start', {});
    const second = await client.ask('conversation/start', {});
    expect(second).toEqual(first);
    expect(await titles()).toEqual(['New conversation', 'what is 15% of 80, and why does anybody want to know that…']);
  });

  it('keep the name a person gives them', async () => {
    const { conversationId } = client;
    await client.ask('conversation/rename', { conversationId, title: '  Sums  ' });
    await client.say('2+2');
    expect(await titles()).toEqual(['Sums']);
    await expect(client.ask('conversation/rename', { conversationId, title: ' ' })).rejects.toMatchObject({
      code: 'params-invalid',
    });
  });

  it('that are removed are gone from the list and can be brought back, also after something was said in them', async () => {
    const { conversationId } = client;
    await client.ask('conversation/rename', { conversationId, title: 'Sums' });
    const { changeSetId } = await client.ask('conversation/remove', { conversationId });
    expect(await titles()).toEqual([]);
    expect(await client.say('2+2')).toContain('4');
    await client.ask('change/undo', { changeSetId });
    expect(await titles()).toEqual(['Sums']);
    const news = client.events.flatMap(({ name }) => (name.startsWith('conversation/re') ? [name] : []));
    expect(news).toEqual(['conversation/removed', 'conversation/restored']);
    await expect(client.ask('change/undo', { changeSetId })).rejects.toMatchObject({ code: 'undo-conflict' });
  });
});
