// Puts the page's rules into force in Electron: where it may go, what it may open, what it may use, and who may talk to the main process.
import { app, ipcMain, type MessagePortMain, type Session, shell, type WebContents } from 'electron';
import { isDeskFrame, mayHave, mayOpenOutside } from './page-rules.ts';

const GESTURES: ReadonlySet<string> = new Set([
  'mouseDown',
  'mouseUp',
  'rawKeyDown',
  'keyDown',
  'touchStart',
  'touchEnd',
  'gestureTap',
]);

/** For every page there will ever be in this app. A link to the web opens in the person's browser, when a person followed it. */
export function guardPages(): void {
  app.on('web-contents-created', (_, contents) => {
    let gestureAtMs = Number.NEGATIVE_INFINITY;
    contents.on('input-event', (_event, { type }) => {
      if (GESTURES.has(type)) gestureAtMs = performance.now();
    });
    const openOutside = (address: string): void => {
      if (!mayOpenOutside(address, performance.now() - gestureAtMs)) return;
      // One press opens one page.
      gestureAtMs = Number.NEGATIVE_INFINITY;
      shell.openExternal(address).catch(() => undefined);
    };
    contents.on('will-frame-navigate', (event) => {
      event.preventDefault();
      if (event.isMainFrame) openOutside(event.url);
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // A page may not hold its window open.
    contents.on('will-prevent-unload', (event) => event.preventDefault());
  });
}

export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, name, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    answer(mayHave({ name, from: details.requestingUrl, isMainFrame: details.isMainFrame, media }));
  });
  session.setPermissionCheckHandler((_contents, name, origin, { isMainFrame, mediaType }) =>
    mayHave({ name, from: origin, isMainFrame, media: mediaType === undefined ? [] : [mediaType] }),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Hands on every port that our page asks for. Ports from anywhere else are closed. Nothing else listens to pages. */
export function onDeskConnects(connect: (port: MessagePortMain, page: WebContents) => void): void {
  ipcMain.on('desk/connect', ({ senderFrame, sender, ports }) => {
    const [port, ...others] = ports;
    for (const other of others) other.close();
    if (port === undefined) return;
    if (isDeskFrame(senderFrame)) connect(port, sender);
    else port.close();
  });
}
