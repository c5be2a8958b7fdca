// What a desktop app does beyond the desk: it starts once, ends cleanly, survives errors and stands where it stood.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../desk/fixtures.ts';

test.describe('the app', { tag: '@electron' }, () => {
  test('started again on the same folder ends at once and brings its window to the front, on what a link names', async ({
    desk: { page },
    standing,
  }) => {
    await standing.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    const { file, parameters, env } = standing.command();
    const second = spawn(file, [...parameters, 'vos://open/notes'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    second.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    expect(await once(second, 'exit')).toEqual([0, null]);
    expect(said).toBe('VOS is already open; its window was brought to the front.\n');
    await expect(page.getByRole('region', { name: 'Notes' })).toBeVisible();
    expect(page.url()).toBe('vos-app://desk/index.html');
    const windows = await standing
      .app()
      .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized()));
    expect(windows).toEqual([false]);
  });

  test('is quit cleanly: the folder is free, and it opens where its window stood, with what was said', async ({
    electron,
    folder,
  }) => {
    const bounds = { x: 120, y: 90, width: 1000, height: 700 };
    const desk = await electron.open();
    await electron.app().evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);
    await desk.ask('what is 12 * 12');
    await desk.expectAnswer('144');
    expect(await electron.quit()).toBe(0);
    expect(['host.json', 'vos.sqlite-wal'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
    const again = await electron.open();
    await expect(again.page.getByRole('log', { name: 'Conversation' })).toContainText('144');
    expect(await electron.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toEqual(bounds);
  });

  test('goes on after an error that nobody caught, without a window that waits for somebody', async ({ desk, standing }) => {
    await standing.app().evaluate(() => {
      process.nextTick(() => {
        throw new Error('Nobody caught this.');
      });
      void Promise.reject(new Error('Nor this.'));
    });
    await desk.ask('what is 6 * 7');
    await desk.expectAnswer('42');
  });

  test('loads its page again when that crashed', async ({ shell, electron }) => {
    const { page } = await shell.open();
    const crashed = page.waitForEvent('crash');
    await electron.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    await crashed;
    const isDrawn = () =>
      electron
        .app()
        .evaluate(
          ({ BrowserWindow }) =>
            BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
              "document.querySelector('textarea') !== null",
            ) as unknown,
        );
    await expect.poll(isDrawn).toBe(true);
  });

  test('says why it does not start when another host has the folder, and ends', async ({ electron, hosts }) => {
    const { address } = await hosts.start();
    const { file, parameters, env } = electron.command();
    const app = spawn(file, parameters, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    app.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    expect(await once(app, 'exit')).toEqual([1, null]);
    expect(said).toContain(`VOS did not start. VOS is already running on this data folder at ${address}`);
  });

  test('gives way to the browser where no window can be opened, and says so', async ({ electron, folder }) => {
    const { file, env } = electron.command();
    const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
    const start = spawn(process.execPath, [script, '--data', folder], {
      env: { ...env, VOS_ELECTRON: file, DISPLAY: 'nowhere' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    start.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
      // Before it is up: otherwise it would open a browser on the screen of whoever runs this.
      if (said.includes('opens in a browser')) start.kill('SIGTERM');
    });
    await once(start, 'exit');
    expect(said).toBe('Electron cannot open a window here.\nThe desk opens in a browser instead of a window of its own.\n');
  });

  test('has a menu', async ({ desk, standing }) => {
    await expect(desk.page).toHaveTitle(/VOS/);
    const labels = await standing.app().evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
    expect(labels).toEqual(['VOS', 'Edit', 'View', 'Window']);
    // Its usual key once ended the whole app.
    await desk.page.keyboard.press('Control+w');
    await expect(desk.page.getByRole('region', { name: 'Chat', exact: true })).toHaveCount(0);
    await desk.page.getByRole('button', { name: 'Undo' }).click();
    await expect(desk.page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible();
  });
});
