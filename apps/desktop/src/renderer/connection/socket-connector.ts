// One attempt to reach the host over a WebSocket. Retrying is the connection's business.
import { webSocketPort } from '@vos/protocol';
import type { Connector } from './connection.ts';

/** The host closes with this code when it does not accept the token. */
const TOKEN_REFUSED_CODE = 4401;

/** Connects to `/port` on the host that served the page. `token` travels as a subprotocol, so that it is in no address and no log. */
export function socketConnector(location: Pick<Location, 'protocol' | 'host'>, token: string): Connector {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/port`;
  return ({ onOpen, onClose }) => {
    const socket = new WebSocket(url, ['vos', `token.${token}`]);
    let isOver = false;
    socket.addEventListener('open', () => {
      if (!isOver) onOpen(webSocketPort(socket));
    });
    socket.addEventListener('close', ({ code }) => {
      if (isOver) return;
      isOver = true;
      onClose(code === TOKEN_REFUSED_CODE ? 'refused' : 'lost');
    });
    return () => {
      isOver = true;
      socket.close();
    };
  };
}

/** For a page that was opened without a token: refused at once, without asking a host that would say the same. */
export const refusedConnector: Connector = ({ onClose }) => {
  let isOver = false;
  queueMicrotask(() => {
    if (!isOver) onClose('refused');
  });
  return () => {
    isOver = true;
  };
};
