// The composition root of the renderer: takes the key from the address, joins the desk to its host, draws it.
import '@vos/ui/styles.css';
import { must, randomIds, systemClock } from '@vos/base';
import { takeAccessToken } from './connection/access-token.ts';
import { refusedConnector, socketConnector } from './connection/socket-connector.ts';
import { drawDesk } from './desk/draw-desk.tsx';
import { pageStorage } from './desk/page-storage.ts';
import { createServices } from './desk/services.ts';
import { followSystemTheme } from './desk/theme.ts';
import { panes } from './panes/pane-registry.ts';

followSystemTheme(
  (query) => window.matchMedia(query),
  (theme) => {
    document.documentElement.dataset.theme = theme;
  },
);

const tabStorage = pageStorage(() => window.sessionStorage);
const token = takeAccessToken({
  href: window.location.href,
  storage: tabStorage,
  replaceAddress: (href) => window.history.replaceState(null, '', href),
});

const services = createServices(
  {
    connect: token === null ? refusedConnector : socketConnector(window.location, token),
    clock: systemClock,
    ids: randomIds(),
    storage: pageStorage(() => window.localStorage),
    tabStorage,
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    isMac: navigator.platform.startsWith('Mac'),
    displaySize: () => ({ width: window.innerWidth, height: window.innerHeight }),
    copy: (text) => navigator.clipboard.writeText(text),
    reload: () => window.location.reload(),
  },
  panes,
);
services.connection.start();
drawDesk(must(document.getElementById('root'), 'index.html has a root'), services);
