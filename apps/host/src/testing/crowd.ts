// Two hundred requests at once, over all agents and twenty conversations, as one desk or many send them.
import { startOpenMeteoServer } from '@vos/agents/testing';
import { randomIds } from '@vos/base';
import type { Message } from '@vos/protocol/entities';
import type { HostClient } from './host-client.ts';
import { openTestHost } from './open-test-host.ts';

export const CONVERSATIONS = 20;

/** By agent: what is asked, with a number to tell the requests apart, and what the answer must hold. */
const asked: Readonly<Record<string, (number: number) => { readonly text: string; readonly holds: string }>> = {
  calculator_agent: (number) => ({ text: `what is ${number} plus 1000`, holds: `${number} + 1000 is ` }),
  notes_agent: (number) => ({ text: `note that the plumber has the number ${number}`, holds: `${number}` }),
  weather_agent: () => ({ text: 'what is the weather in Utrecht?', holds: 'Utrecht' }),
  primary_agent: () => ({ text: 'what time is it?', holds: ':' }),
};

const REQUESTS_A_CONVERSATION = 10;

export interface AskedRequest {
  readonly id: string;
  readonly conversationId: string;
  readonly agentId: string;
  readonly text: string;
  readonly holds: string;
}

export interface AnsweredRequest extends AskedRequest {
  /** What came of it, in order. */
  readonly answers: readonly Message[];
}

export interface Crowd {
  /** All of them at once; resolves when every one is answered. Per conversation in the order sent. */
  ask(): Promise<readonly (readonly AnsweredRequest[])[]>;
  close(): Promise<void>;
}

export async function openCrowd(dataFolder: string): Promise<Crowd> {
  const weather = await startOpenMeteoServer();
  const host = await openTestHost(dataFolder, {
    VOS_OPEN_METEO_FORECAST_URL: weather.url,
    VOS_OPEN_METEO_GEOCODING_URL: weather.url,
    VOS_OPEN_METEO_AIR_QUALITY_URL: weather.url,
  });
  const client = await host.connect();
  const ids = randomIds();
  const conversationIds = [client.conversationId];
  // A conversation in which nothing was said yet is handed out again, so something is said in each. It loads what first requests need, too.
  await client.say('what is 1 plus 1');
  while (conversationIds.length < CONVERSATIONS) {
    const { conversation } = await client.ask('conversation/start', {});
    conversationIds.push(conversation.id);
    await sendAndWait(client, { id: ids.next('msg'), conversationId: conversation.id, text: 'what time is it?' });
  }
  return {
    async ask() {
      const requests = conversationIds.map((conversationId, conversation) =>
        Array.from({ length: REQUESTS_A_CONVERSATION }, (_, place): AskedRequest => {
          const agents = Object.keys(asked);
          const agentId = agents[(place + conversation) % agents.length] ?? '';
          const { text, holds } = asked[agentId]?.(conversation * 100 + place) ?? { text: '', holds: '' };
          return { id: ids.next('msg'), conversationId, agentId, text, holds };
        }),
      );
      return await Promise.all(
        requests.map((ofOne) =>
          Promise.all(ofOne.map(async (request) => ({ ...request, answers: await sendAndWait(client, request) }))),
        ),
      );
    },
    async close() {
      client.close();
      await host.close();
      await weather.stop();
    },
  };
}

async function sendAndWait(
  client: HostClient,
  { id, conversationId, text }: Pick<AskedRequest, 'id' | 'conversationId' | 'text'>,
): Promise<readonly Message[]> {
  const { message } = await client.ask('message/send', { id, conversationId, text, timeZone: 'Europe/Amsterdam' });
  const isAnswer = ({ traceId, author }: Message): boolean => traceId === message.traceId && author.kind !== 'user';
  await client.next(({ name, payload }) => name === 'message/added' && isAnswer(payload.message));
  return client.events.flatMap((event) =>
    event.name === 'message/added' && isAnswer(event.payload.message) ? [event.payload.message] : [],
  );
}
