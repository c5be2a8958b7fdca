// The menu of the app and the one of its tray icon.
import { app, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';

/** The usual edges of a tray icon, in pixels; the picture is drawn for screens of several densities. */
const TRAY_ICON_PX = 22;

export function setAppMenu(): void {
  const isMac = process.platform === 'darwin';
  const first: MenuItemConstructorOptions = isMac
    ? { role: 'appMenu' }
    : { label: app.name, submenu: [{ role: 'about' }, { type: 'separator' }, { role: 'quit' }] };
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : [{ type: 'separator' } as const, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
  ];
  // Without the usual “Close”: its key closes the window in front inside the desk, and would end the whole app here.
  const window: MenuItemConstructorOptions[] = [
    { role: 'minimize' },
    { role: 'zoom' },
    ...(isMac ? [{ type: 'separator' } as const, { role: 'front' } as const] : []),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      first,
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { label: 'Window', role: 'window', submenu: window },
    ]),
  );
}

/** Undefined where there is nowhere to show it. */
export function createTray(icon: string, onOpen: () => void): Tray | undefined {
  try {
    const tray = new Tray(nativeImage.createFromPath(icon).resize({ width: TRAY_ICON_PX, height: TRAY_ICON_PX }));
    tray.setToolTip(app.name);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: `Open ${app.name}`, click: onOpen },
        { type: 'separator' },
        { label: `Quit ${app.name}`, click: () => app.quit() },
      ]),
    );
    tray.on('click', onOpen);
    return tray;
  } catch {
    return undefined;
  }
}
