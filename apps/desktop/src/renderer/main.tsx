// The composition root of the renderer: takes the key from the address, joins the desk to its host, draws it.
import '@vos/ui/styles.css';
import { must, randomIds, systemClock } from '@vos/base';
import { neverCompileSchemas } from '@vos/protocol';
import { takeAccessToken } from './connection/access-token.ts';
import type { Connector } from './connection/connection.ts';
import { messagePortConnector } from './connection/message-port-connector.ts';
import { refusedConnector, socketConnector } from './connection/socket-connector.ts';
import { drawDesk } from './desk/draw-desk.tsx';
import { followOpeningLinks } from './desk/opening-link.ts';
import { pageStorage } from './desk/page-storage.ts';
import { loadWhenIdle } from './desk/part.ts';
import { createServices } from './desk/services.ts';
import { stickyPart } from './notes/sticky-part.tsx';
import { chatPane, panes } from './panes/pane-registry.ts';
import { createThemeKeeper } from './settings/theme.ts';

/** The one page of the app. Its browser writes an id of its own down only after seconds, which a power cut may not leave it. */
const APP_CLIENT_ID = `client_${'0'.repeat(32)}`;

/** After the windows are back: what may be shown later comes without taking anything from what is shown first. */
const LOAD_REST_AFTER_MS = 2_000;

neverCompileSchemas();

// The desk of most starts shows the chat: it comes while the desk is joined to its host. A window that wants it says if it cannot be had.
chatPane.contents.load().catch(() => undefined);

const storage = pageStorage(() => window.localStorage);
const theme = createThemeKeeper({
  storage,
  matchMedia: (query) => window.matchMedia(query),
  apply(name) {
    document.documentElement.dataset.theme = name;
  },
});

const tabStorage = pageStorage(() => window.sessionStorage);
const token = takeAccessToken({
  href: window.location.href,
  storage: tabStorage,
  replaceAddress: (href) => window.history.replaceState(null, '', href),
});

const services = createServices(
  {
    connect: chooseConnector(),
    clientId: window.vos === undefined ? undefined : APP_CLIENT_ID,
    clock: systemClock,
    ids: randomIds(),
    storage,
    tabStorage,
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    isMac: navigator.platform.startsWith('Mac'),
    theme,
    displaySize: () => ({ width: window.innerWidth, height: window.innerHeight }),
    copy: (text) => navigator.clipboard.writeText(text),
    reload: () => window.location.reload(),
  },
  panes,
);
services.connection.start();
followOpeningLinks({
  href: () => window.location.href,
  replaceAddress: (href) => window.history.replaceState(null, '', href),
  onChange: (listener) => window.addEventListener('hashchange', listener),
  isKnownPane: (paneId) => panes.some(({ id }) => id === paneId),
  open: services.desk.open,
});
drawDesk(must(document.getElementById('root'), 'index.html has a root'), services);
const unfollow = services.desk.view.subscribe(({ isRestored }) => {
  if (!isRestored) return;
  unfollow();
  systemClock.schedule(LOAD_REST_AFTER_MS, () => {
    const parts = [...panes.map(({ contents }) => contents), stickyPart];
    void loadWhenIdle(parts, () => new Promise((resolve) => void window.requestIdleCallback(() => resolve())));
  });
});

/** The app's own process where there is one, else the host that served the page. */
function chooseConnector(): Connector {
  if (window.vos !== undefined) return messagePortConnector(window, window.vos, () => crypto.randomUUID());
  return token === null ? refusedConnector : socketConnector(window.location, token);
}
