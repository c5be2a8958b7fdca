// A web server outside the app: what the desk must not reach, and a page that is not ours.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebPage {
  readonly address: string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  close(): void;
}

export async function openWebPage(): Promise<WebPage> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Elsewhere</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
