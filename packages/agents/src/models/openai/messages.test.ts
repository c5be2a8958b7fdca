import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../provider.ts';
import { apiMessages, apiTools } from './messages.ts';

const asked: ModelMessage = { role: 'user', content: '[{"notification_type":"user_message"}]' };
const called = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  toolCalls: ids.map((id) => ({ id, name: 'look', arguments: { at: id } })),
});
const answered = (callId: string, content = `seen ${callId}`): ModelMessage => ({
  role: 'tool',
  callId,
  toolName: 'look',
  content,
});
const apiCall = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: `{"at":"${id}"}` } });

describe('a history told to a model service', () => {
  it('keeps the order, the ids and every word', () => {
    expect(
      apiMessages({
        system: 'You help.',
        messages: [asked, called('call_1', 'call_2'), answered('call_1'), answered('call_2'), asked],
      }),
    ).toEqual([
      { role: 'system', content: 'You help.' },
      { role: 'user', content: '[{"notification_type":"user_message"}]' },
      { role: 'assistant', content: null, tool_calls: [apiCall('call_1'), apiCall('call_2')] },
      { role: 'tool', tool_call_id: 'call_1', content: 'seen call_1' },
      { role: 'tool', tool_call_id: 'call_2', content: 'seen call_2' },
      { role: 'user', content: '[{"notification_type":"user_message"}]' },
    ]);
  });

  it('puts results in the order of their calls and takes them only from behind their own message', () => {
    const messages = [
      called('call_1', 'call_2'),
      answered('call_2'),
      answered('call_1'),
      asked,
      called('call_1'),
      answered('call_1', 'seen again'),
    ];
    expect(apiMessages({ system: '', messages }).slice(1)).toEqual([
      { role: 'assistant', content: null, tool_calls: [apiCall('call_1'), apiCall('call_2')] },
      { role: 'tool', tool_call_id: 'call_1', content: 'seen call_1' },
      { role: 'tool', tool_call_id: 'call_2', content: 'seen call_2' },
      { role: 'user', content: '[{"notification_type":"user_message"}]' },
      { role: 'assistant', content: null, tool_calls: [apiCall('call_1')] },
      { role: 'tool', tool_call_id: 'call_1', content: 'seen again' },
    ]);
  });

  // A service refuses a whole conversation, for ever, if one call in it has no result or one result no call.
  it('says so where a result is missing, and leaves out a result without its call and a reply without calls', () => {
    expect(
      apiMessages({ system: '', messages: [answered('call_0'), called(), asked, called('call_1'), asked] }).slice(1),
    ).toEqual([
      asked,
      { role: 'assistant', content: null, tool_calls: [apiCall('call_1')] },
      {
        role: 'tool',
        tool_call_id: 'call_1',
        content: '{"status":"FAILURE","result":null,"error_message":"No result of this call was kept."}',
      },
      asked,
    ]);
  });

  // A model once called “send user-message (now)”; the gateway said there is no such tool, but the name stayed in the history.
  it('makes a name that a model invented readable for the service', () => {
    const names = ['tell me!', 'x'.repeat(80), ''].map(
      (name) =>
        apiMessages({ system: '', messages: [{ role: 'assistant', toolCalls: [{ id: 'call_1', name, arguments: {} }] }] })[1],
    );
    expect(
      names.map(
        (message) =>
          message?.role === 'assistant' && message.tool_calls?.map((call) => call.type === 'function' && call.function.name),
      ),
    ).toEqual([['tell_me_'], ['x'.repeat(64)], ['_']]);
  });
});

describe('tools told to a model service', () => {
  it('carry their schema without the address of its dialect', () => {
    const parameters = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { at: { type: 'string' } },
      required: ['at'],
    };
    expect(apiTools([{ name: 'look', description: 'Looks.', parameters }])).toEqual([
      {
        type: 'function',
        function: {
          name: 'look',
          description: 'Looks.',
          parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
        },
      },
    ]);
  });
});
