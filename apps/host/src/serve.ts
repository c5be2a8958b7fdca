// The browser shell's door: static files and a WebSocket, on loopback, behind a token. No product logic.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { CodedError } from '@vos/base';
import { FRAME_LIMIT_BYTES, type Port, webSocketPort, type WebSocketLike } from '@vos/protocol';
import sirv from 'sirv';
import { WebSocketServer } from 'ws';
import { isToken } from './serve-token.ts';

/** Closing code that tells a window that its token is wrong; 4000–4999 are free for applications (RFC 6455, section 7.4.2). */
const WRONG_TOKEN = 4401;

/** Wrong tokens accepted for an answer each minute; a guesser gets nowhere, a person with an old bookmark does. */
const WRONG_TOKEN_LIMIT = 30;

/** Beyond this a connection is cut rather than answered: the frame limit with room to answer frames that are too large. */
const SOCKET_LIMIT_BYTES = 4 * FRAME_LIMIT_BYTES;

const LOOPBACK = '127.0.0.1';

export interface ServeOptions {
  /** Built files of the desk. */
  readonly rendererFolder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly token: string;
  readonly onPort: (port: Port) => void;
  readonly nowMs: () => number;
}

export interface Serving {
  /** Without the token: `http://127.0.0.1:47800`. */
  readonly origin: string;
  /** What a person opens. */
  readonly address: string;
  close(): Promise<void>;
}

/** Rejects with `port-taken`, `port-forbidden`, or `desk-missing` when the desk's files are not there. */
export async function serve({ rendererFolder, port, token, onPort, nowMs }: ServeOptions): Promise<Serving> {
  if (!existsSync(join(rendererFolder, 'index.html'))) {
    throw new CodedError(
      'desk-missing',
      'The desk has not been built yet. Run `npm start`, which builds it, or `npm run build`.',
    );
  }
  // Read at each request (`dev`), because the desk may be built anew while it is served. A list of what was there at the start would give
  // the new page with the old one's length, and nothing of what the new page asks for.
  const files = sirv(rendererFolder, {
    etag: true,
    dev: true,
    setHeaders(response, path) {
      // Names in this folder hold a hash of what is in them. The page itself is asked for each time, and costs an answer of a few bytes.
      response.setHeader('cache-control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const server = createServer((request, response) => {
    setSafetyHeaders(response, origins());
    if (!isOwnHost(request, origins())) {
      response.writeHead(421).end('This address does not belong to VOS.\n');
      return;
    }
    files(request, response, () => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing here.\n');
    });
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMIT_BYTES,
    handleProtocols: () => 'vos',
  });
  let wrongTokens: number[] = [];
  let listeningPort = 0;

  function origins(): readonly string[] {
    return [`http://${LOOPBACK}:${listeningPort}`, `http://localhost:${listeningPort}`];
  }

  server.on('upgrade', (request, socket, head) => {
    const from = request.headers.origin;
    if (request.url !== '/port' || !isOwnHost(request, origins()) || (from !== undefined && !origins().includes(from))) {
      refuse(socket, '403 Forbidden');
      return;
    }
    const isRight = isToken(token, tokenOf(request));
    if (!isRight) {
      const nowMsValue = nowMs();
      wrongTokens = [...wrongTokens.filter((atMs) => nowMsValue - atMs < 60_000), nowMsValue];
      if (wrongTokens.length > WRONG_TOKEN_LIMIT) {
        refuse(socket, '429 Too Many Requests');
        return;
      }
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      // A frame over the limit or a broken one ends this socket alone; without a listener it would end the process.
      webSocket.on('error', () => webSocket.terminate());
      if (isRight) onPort(webSocketPort(webSocket as unknown as WebSocketLike));
      else webSocket.close(WRONG_TOKEN, 'wrong token');
    });
  });

  await listen(server, port);
  const address = server.address();
  listeningPort = typeof address === 'object' && address !== null ? address.port : port;
  const origin = `http://${LOOPBACK}:${listeningPort}`;
  return {
    origin,
    address: `${origin}/#token=${token}`,
    async close() {
      for (const webSocket of sockets.clients) webSocket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      reject(
        new CodedError('port-taken', `Port ${port} is in use by another program. Choose another with --port, or leave it out.`, {
          cause: error,
        }),
      );
    } else if (error.code === 'EACCES') {
      reject(
        new CodedError('port-forbidden', `Port ${port} may not be used by you. Choose one above 1023 with --port.`, {
          cause: error,
        }),
      );
    } else {
      reject(error);
    }
  });
  server.listen(port, LOOPBACK, resolve);
  await promise;
}

function setSafetyHeaders(response: ServerResponse, [origin = '']: readonly string[]): void {
  const socket = origin.replace(/^http/, 'ws');
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${socket} ${socket.replace(LOOPBACK, 'localhost')}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
}

/** A page elsewhere can make a browser connect here under a name of its own; only our own names are answered. */
function isOwnHost(request: IncomingMessage, origins: readonly string[]): boolean {
  return origins.includes(`http://${request.headers.host ?? ''}`);
}

/** The token travels as a subprotocol, which is in no address and so in no history or log. */
function tokenOf(request: IncomingMessage): string {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return offered.find((name) => name.startsWith('token.'))?.slice('token.'.length) ?? '';
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
