// The desk over a host in memory, for looking at it: `?scene=` with a scene of scenes.ts, `?theme=light | contrast` and `?full`. Built by
// `npm run shots`, never shipped.
import '@vos/ui/styles.css';
import { must, randomIds, systemClock } from '@vos/base';
import { drawDesk } from '../desk/draw-desk.tsx';
import { createMemoryStorage } from '../desk/page-storage.ts';
import { createServices } from '../desk/services.ts';
import { panes } from '../panes/pane-registry.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { messagePortPair } from '../testing/message-port.ts';
import { sampleAgents } from './sample-agents.ts';
import { playScene } from './scenes.ts';

const wanted = new URLSearchParams(window.location.search);
const scene = wanted.get('scene') ?? 'conversation';
const theme = wanted.get('theme') ?? 'dark';
document.documentElement.dataset.theme = theme;

const ids = randomIds();
const host = createFakeHost({
  clock: systemClock,
  ids,
  portPair: messagePortPair,
  agents: sampleAgents,
  notices: scene === 'notices' ? ['Requests are matched by words alone, because the sentence model could not be loaded.'] : [],
});
const { view } = host.settings;
if (theme === 'light' || theme === 'contrast')
  host.settings.view = { ...view, settings: { ...view.settings, appearance: theme } };
const services = createServices(
  {
    connect: host.connect,
    clock: systemClock,
    ids,
    storage: createMemoryStorage(),
    tabStorage: createMemoryStorage(),
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    isMac: false,
    // The theme is the address's to choose.
    theme: { choose: () => undefined },
    displaySize: () => ({ width: window.innerWidth, height: window.innerHeight }),
    copy: (text) => navigator.clipboard.writeText(text),
    reload: () => window.location.reload(),
  },
  panes,
);
playScene(scene, host, ids, services);
services.connection.start();
drawDesk(must(document.getElementById('root'), 'index.html has a root'), services);
if (wanted.has('full')) services.desk.toggleFullScreen('chat');
