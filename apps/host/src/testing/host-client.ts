// A client that talks to a host as the desk does, whatever carries it.
import { randomIds } from '@vos/base';
import { type Client, createClient, type HostEvent, type Port, PROTOCOL_VERSION } from '@vos/protocol';

export interface HostClient extends Client {
  readonly conversationId: string;
  readonly events: readonly HostEvent[];
  /** Resolves with the first event that fits, past or to come; rejects when the connection ends. */
  next(fits: (event: HostEvent) => boolean): Promise<HostEvent>;
  /** Sends a text and resolves with the reply to it. */
  say(text: string): Promise<string>;
}

/** Resolves once the host has opened a session over this port. */
export async function clientOver(port: Port): Promise<HostClient> {
  const events: HostEvent[] = [];
  const waiting = new Set<{ fits(event: HostEvent): boolean; resolve(event: HostEvent): void; reject(error: Error): void }>();
  const client = createClient(port, {
    onEvent(event) {
      events.push(event);
      for (const wait of waiting) {
        if (!wait.fits(event)) continue;
        waiting.delete(wait);
        wait.resolve(event);
      }
    },
  });
  port.onClose(() => {
    for (const wait of waiting) wait.reject(new Error('The connection ended.'));
  });
  const { conversationId } = await client.ask('session/open', { protocolVersion: PROTOCOL_VERSION });

  function next(fits: (event: HostEvent) => boolean): Promise<HostEvent> {
    const past = events.find(fits);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve, reject) => void waiting.add({ fits, resolve, reject }));
  }

  return {
    ...client,
    conversationId,
    events,
    next,
    async say(text) {
      const { message } = await client.ask('message/send', {
        id: randomIds().next('msg'),
        conversationId,
        text,
        timeZone: 'Europe/Amsterdam',
      });
      const added = await next(
        ({ name, payload }) =>
          name === 'message/added' && payload.message.traceId === message.traceId && payload.message.author.kind !== 'user',
      );
      return added.name === 'message/added' ? added.payload.message.text : '';
    },
  };
}
