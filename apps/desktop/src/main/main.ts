// The desktop app: opens the host in its own process and shows the desk in one window. It reads as the list of what starts, in order.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorBody } from '@vos/base';
import { createLog, type Host, openHost, readHostSettings } from '@vos/host';
import { messagePort } from '@vos/protocol';
import { app, type BrowserWindow, dialog, protocol, safeStorage, session } from 'electron';
import { addressOf, LINK_SCHEME, linkAmong } from './deep-link.ts';
import { DESK_SCHEME } from './desk-address.ts';
import { createDeskFiles } from './desk-files.ts';
import { appFile, bringToFront, createDeskWindow, load } from './desk-window.ts';
import { guardPages, guardPermissions, onDeskConnects } from './guards.ts';
import { keychainCipher } from './keychain-cipher.ts';
import { createTray, setAppMenu } from './menus.ts';

const log = createLog((line) => void process.stderr.write(line));
// Without a listener Electron opens a dialog for each and waits for somebody to press its button.
process.on('uncaughtException', (error) => log.error('uncaught', error));
process.on('unhandledRejection', (error) => log.error('unhandled', error));

const { values } = parseArgs({ args: process.argv.slice(1), strict: false, options: { data: { type: 'string' } } });
const resourcesFolder = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), '..', '..', 'resources');
const settings = readHostSettings({
  environment: process.env,
  platform: process.platform,
  resourcesFolder,
  dataFolder: typeof values['data'] === 'string' ? values['data'] : undefined,
});
const shellFolder = join(settings.dataFolder, 'desktop');
const iconFile = (name: string): string => join(resourcesFolder, 'icons', name);

takeShellFolder();
if (app.requestSingleInstanceLock()) start();
else {
  process.stdout.write('VOS is already open; its window was brought to the front.\n');
  app.exit(0);
}

function start(): void {
  let window: BrowserWindow | undefined;
  let link = linkAmong(process.argv);

  protocol.registerSchemesAsPrivileged([
    { scheme: DESK_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
  // Root has no sandbox; asking for one then would only stop every process of the browser.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  guardPages();

  const opened = app
    .whenReady()
    .then(() => openHost({ ...settings, secretsCipher: keychainCipher(safeStorage, process.platform), log }));
  const quitting = quitCleanly(opened, () => window?.hide());
  opened.then(
    () =>
      void process.stdout.write(
        `VOS is open. Your data is in ${settings.dataFolder}. Close its window or press Ctrl+C here to end it.\n`,
      ),
    (error: unknown) => fail(error),
  );
  onDeskConnects((port) => {
    const carrier = messagePort(port);
    opened.then(
      // A page whose port has just been closed asks for another at once.
      (host) => (quitting.isUnderWay() ? carrier.close() : host.connect(carrier)),
      () => carrier.close(),
    );
  });

  function show(): void {
    if (window === undefined) {
      window = createDeskWindow({
        address: addressOf(link),
        preload: appFile('preload', 'preload.cjs'),
        icon: iconFile('app.png'),
        placeFile: join(shellFolder, 'window.json'),
        onCrash: (reason) => log.warn('page gone', { reason }),
      });
      window.on('closed', () => {
        window = undefined;
      });
    } else {
      if (link !== undefined) load(window, addressOf(link));
      bringToFront(window);
    }
    link = undefined;
  }

  app.on('second-instance', (_, given) => {
    link = linkAmong(given);
    show();
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    link = address;
    if (app.isReady()) show();
  });
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  void app.whenReady().then(() => {
    const ofDesk = session.defaultSession;
    ofDesk.protocol.handle(DESK_SCHEME, createDeskFiles(appFile('renderer')));
    guardPermissions(ofDesk);
    if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
    setAppMenu();
    const tray = createTray(iconFile('tray.png'), show);
    app.once('will-quit', () => tray?.destroy());
    show();
  });
}

/** The browser's own files lie in the data folder, so that two folders are two apps that know nothing of each other. */
function takeShellFolder(): void {
  try {
    mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
    mkdirSync(shellFolder, { recursive: true });
    app.setPath('userData', shellFolder);
  } catch {
    // Opening the host says what is wrong with the folder.
  }
}

/** After this long the host is ended as a power cut would end it, which loses nothing that was acknowledged. */
const CLOSE_LIMIT_MS = 10_000;

/** Quitting waits for the host to finish what it writes; asked twice, it still closes once. `onBegin` is called before. */
function quitCleanly(opened: Promise<Host>, onBegin: () => void): { isUnderWay(): boolean } {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    onBegin();
    setTimeout(() => {
      log.warn('close takes too long', { limitMs: CLOSE_LIMIT_MS });
      app.exit(0);
    }, CLOSE_LIMIT_MS).unref();
    void opened
      .then((host) => host.close())
      .catch((error: unknown) => log.error('close', error))
      .finally(() => {
        state = 'closed';
        app.quit();
      });
  });
  return { isUnderWay: () => state !== 'open' };
}

/** Says why there is no desk and ends. Somebody who started an installed app sees no terminal, so they get a window that says it. */
function fail(error: unknown): void {
  const { message } = errorBody(error);
  log.error('start', error);
  process.stderr.write(`VOS did not start. ${message}\n`);
  const told = app.isPackaged
    ? dialog.showMessageBox({ type: 'error', message: 'VOS did not start.', detail: message })
    : Promise.resolve();
  void told.finally(() => app.exit(1));
}
