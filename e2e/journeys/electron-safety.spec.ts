// Electron's checklist, each item as something that is tried and must not work.
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '../desk/fixtures.ts';
import { openWebPage, type WebPage } from '../desk/web-page.ts';

const PRELOAD = fileURLToPath(new URL('../../apps/desktop/dist/preload/preload.cjs', import.meta.url));

const test = base.extend<{ web: WebPage }>({
  // Playwright insists on a pattern as the first parameter.
  // eslint-disable-next-line no-empty-pattern
  web: async ({}, use) => {
    const web = await openWebPage();
    await use(web);
    web.close();
  },
});

test.describe('the page of the app', { tag: '@electron' }, () => {
  test('has nothing of Node or Electron, only one function that hands it a port', async ({ desk: { page } }) => {
    const found = await page.evaluate(() => ({
      programs: ['require', 'process', 'module', 'exports', 'global', 'Buffer', '__dirname', 'electron', 'ipcRenderer'].filter(
        (name) => name in globalThis,
      ),
      bridge: Object.entries(Reflect.get(window, 'vos') as object).map(([name, value]) => `${name}: ${typeof value}`),
    }));
    expect(found).toEqual({ programs: [], bridge: ['connect: function'] });
  });

  test('is sandboxed and isolated, and every window would be', async ({ desk, standing }) => {
    await expect(desk.page).toHaveTitle(/VOS/);
    const windows = await standing.app().evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        const told = Reflect.get(webContents, 'getLastWebPreferences') as () => Record<string, unknown>;
        const { sandbox, contextIsolation, nodeIntegration, nodeIntegrationInSubFrames, webviewTag, webSecurity } =
          told.call(webContents);
        return { sandbox, contextIsolation, nodeIntegration, nodeIntegrationInSubFrames, webviewTag, webSecurity };
      }),
    );
    expect(windows).toEqual([
      {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
      },
    ]);
  });

  test('cannot change what the preload works with', async ({ desk: { page } }) => {
    // A page that overwrites what is common to all pages must not get hold of the preload's own channel to the main process.
    const seen = await page.evaluate(async () => {
      const caught: string[] = [];
      const { promise, resolve } = Promise.withResolvers<string>();
      window.addEventListener('message', ({ data, ports }) => resolve(`${String(data)}, ${ports.length} port`));
      window.postMessage = () => void caught.push('message');
      window.MessageChannel = class extends MessageChannel {
        constructor() {
          super();
          caught.push('channel');
        }
      };
      (Reflect.get(window, 'vos') as { connect(nonce: string): void }).connect('mine');
      return { answer: await promise, caught };
    });
    expect(seen).toEqual({ answer: 'mine, 1 port', caught: [] });
  });

  test('goes nowhere else', async ({ desk: { page }, standing, web }) => {
    const before = page.url();
    const outcomes: Record<string, unknown> = {};
    for (const address of [web.address, 'file:///etc/hostname', 'data:text/html,elsewhere', 'vos-app://other/index.html']) {
      const denied = standing.app().evaluate(
        ({ BrowserWindow }) =>
          new Promise<boolean>((resolve) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents;
            contents?.once('will-frame-navigate', ({ defaultPrevented }) => resolve(defaultPrevented));
            // What the browser refuses by itself it asks nobody about, and says so on the page's console.
            contents?.once('console-message', () => resolve(true));
          }),
      );
      await standing
        .app()
        .evaluate(
          ({ BrowserWindow }, to) =>
            BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
              `location.href = ${JSON.stringify(to)}; 0`,
            ) as Promise<unknown>,
          address,
        );
      outcomes[address] = await denied;
    }
    expect(Object.values(outcomes)).toEqual([true, true, true, true]);
    const { url, isDrawn } = await standing.app().evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return {
        url: contents?.getURL(),
        isDrawn: (await contents?.executeJavaScript("document.querySelector('textarea') !== null")) as unknown,
      };
    });
    expect({ url, isDrawn }).toEqual({ url: before, isDrawn: true });
    expect(web.asked).toEqual([]);
  });

  test('opens no window, whatever rights it asks for', async ({ desk: { page }, standing, web }) => {
    const opened = await page.evaluate(
      (address) =>
        [address, 'about:blank', 'file:///etc/hostname', `${location.origin}/index.html`].map((to) =>
          window.open(to, '_blank', 'nodeIntegration=yes,contextIsolation=no,sandbox=no'),
        ),
      web.address,
    );
    expect(opened).toEqual([null, null, null, null]);
    expect(await standing.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(web.asked).toEqual([]);
  });

  test('opens a link in the person’s browser when they pressed it, and never by itself', async ({ electron }) => {
    const { page } = await electron.open();
    await electron.app().evaluate(({ shell }) => {
      const opened: string[] = [];
      Reflect.set(globalThis, 'opened', opened);
      shell.openExternal = async (address) => void opened.push(address);
    });
    const opened = () => electron.app().evaluate(() => Reflect.get(globalThis, 'opened') as string[]);
    await page.evaluate(() => {
      for (const [name, href] of [
        ['a page', 'https://open-meteo.com/'],
        ['a file', 'file:///etc/hostname'],
      ] as const) {
        const link = document.createElement('a');
        Object.assign(link, { href, target: '_blank', textContent: name, className: 'outside' });
        link.style.cssText = `position: fixed; z-index: 9999; bottom: 0; left: ${name === 'a page' ? 200 : 500}px`;
        document.body.append(link);
      }
    });
    await page.evaluate(() => window.open('https://by-itself.example/'));
    expect(await opened()).toEqual([]);
    await page.getByRole('link', { name: 'a file' }).click();
    await page.getByRole('link', { name: 'a page' }).click();
    await expect.poll(opened).toEqual(['https://open-meteo.com/']);
    expect(page.url()).toMatch(/^vos-app:/);
  });

  test('runs no script that did not come with it, and reaches nobody', async ({ desk: { page }, web }) => {
    const violations = await page.evaluate(async (address) => {
      const found = new Set<string>();
      const { promise: all, resolve } = Promise.withResolvers<void>();
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        found.add(effectiveDirective);
        if (found.size === 5) resolve();
      });
      const add = (name: string, properties: object) =>
        document.body.append(Object.assign(document.createElement(name), properties));
      add('script', { textContent: 'window.ran = true' });
      add('script', { src: `${address}script.js` });
      add('img', { src: `${address}picture.png` });
      add('iframe', { src: `${address}frame` });
      add('style', { textContent: 'body { display: none }' });
      await fetch(`${address}data`).catch(() => undefined);
      await all;
      return { found: [...found].sort(), ran: 'ran' in window };
    }, web.address);
    expect(violations).toEqual({
      found: ['connect-src', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem'],
      ran: false,
    });
    expect(web.asked).toEqual([]);
  });

  test('gets the microphone, and nothing else that a device has', async ({ desk: { page } }) => {
    const outcomes = await page.evaluate(async () => {
      const outcome = (asked: Promise<unknown>) =>
        asked.then(
          () => 'given',
          (error: unknown) => (error instanceof Error ? error.name : String(Reflect.get(error as object, 'code'))),
        );
      return {
        microphone: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
        camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
        both: await outcome(navigator.mediaDevices.getUserMedia({ audio: true, video: true })),
        screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
        place: await outcome(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
        notifications: await Notification.requestPermission(),
        clipboard: await outcome(navigator.clipboard.readText()),
      };
    });
    expect(outcomes).toMatchObject({
      microphone: 'given',
      camera: 'NotAllowedError',
      both: 'NotAllowedError',
      place: '1',
      notifications: 'denied',
      clipboard: 'NotAllowedError',
    });
    expect(outcomes.screen).not.toBe('given');
  });
});

test('a page that is not ours gets no port, even with our preload', { tag: '@electron' }, async ({ desk, standing, web }) => {
  await expect(desk.page).toHaveTitle(/VOS/);
  const ask = `new Promise((resolve) => {
    addEventListener('message', ({ ports: [port] }) => {
      port.onmessage = () => resolve('answered');
      port.addEventListener('close', () => resolve('closed'));
      port.postMessage(JSON.stringify({ kind: 'ask', id: 1, command: 'session/open', params: {} }));
    });
    vos.connect('n');
  })`;
  const outcomes = await standing.app().evaluate(
    async ({ BrowserWindow }, { preload, address, asking }) => {
      const own = BrowserWindow.getAllWindows()[0];
      const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await foreign.loadURL(address);
      const found = {
        own: (await own?.webContents.executeJavaScript(asking)) as unknown,
        foreign: (await foreign.webContents.executeJavaScript(asking)) as unknown,
      };
      foreign.destroy();
      return found;
    },
    { preload: PRELOAD, address: web.address, asking: ask },
  );
  expect(outcomes).toEqual({ own: 'answered', foreign: 'closed' });
});
