// The one window of the app: a page without any right of a program, where it stood last.
import { join } from 'node:path';
import { app, BrowserWindow, screen } from 'electron';
import { readPlace, SMALLEST_WINDOW, usablePlace, writePlace } from './window-bounds.ts';

const FIRST_SIZE = { width: 1280, height: 800 };

/** A page that crashed is loaded again, unless it has just been. */
const CRASHES_AGAIN_WITHIN_MS = 10_000;

export interface DeskWindowOptions {
  readonly address: string;
  readonly preload: string;
  readonly icon: string;
  /** Where the window's place is kept between starts. */
  readonly placeFile: string;
  readonly onCrash: (reason: string) => void;
}

export function createDeskWindow({ address, preload, icon, placeFile, onCrash }: DeskWindowOptions): BrowserWindow {
  const place = usablePlace(
    readPlace(placeFile),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const window = new BrowserWindow({
    ...(place?.bounds ?? FIRST_SIZE),
    useContentSize: place === undefined,
    minWidth: SMALLEST_WINDOW.width,
    minHeight: SMALLEST_WINDOW.height,
    title: app.name,
    icon,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      // Dictionaries would be fetched from the net.
      spellcheck: false,
    },
  });
  if (place?.isMaximised === true) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => writePlace(placeFile, { bounds: window.getNormalBounds(), isMaximised: window.isMaximized() }));

  let crashedAtMs = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit') return;
    onCrash(reason);
    const nowMs = performance.now();
    if (nowMs - crashedAtMs > CRASHES_AGAIN_WITHIN_MS) window.webContents.reload();
    crashedAtMs = nowMs;
  });
  load(window, address);
  return window;
}

/** Loads the page, or only tells it what to show when nothing but the part after # is new. */
export function load(window: BrowserWindow, address: string): void {
  window.loadURL(address).catch(() => undefined);
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Files that come with the app. */
export function appFile(...parts: readonly string[]): string {
  return join(app.getAppPath(), 'dist', ...parts);
}
