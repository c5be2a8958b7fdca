// The outside service of the crash tests: does what it is told as often as it is told, and counts. `POST /<key>` does it, `GET /<key>` says
// whether it was done.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServicePoint } from './points.ts';

export interface DoneOrder {
  readonly key: string;
  readonly what: string;
}

export interface OrderService {
  readonly url: string;
  /** Everything it did, in order; the same twice where it was told twice. */
  readonly done: readonly DoneOrder[];
  close(): Promise<void>;
}

/** `onMoment` returns true where whoever asked is gone at that moment: then nothing more happens to the request. */
export async function startOrderService(onMoment: (moment: ServicePoint['moment']) => boolean): Promise<OrderService> {
  const done: DoneOrder[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = (request.url ?? '').slice(1);
    if (request.method === 'GET') {
      const number = done.findIndex((order) => order.key === key) + 1;
      response.writeHead(number === 0 ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ number }));
      return;
    }
    const what = await text(request);
    if (onMoment('asked')) return void response.destroy();
    done.push({ key, what });
    if (onMoment('done')) return void response.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ number: done.length }));
  }

  const server = createServer((request, response) => {
    // A host that is ended while it asks is part of the game.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
