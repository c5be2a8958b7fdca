// Dragging one of twenty live windows in a real, headed Chromium on a virtual display, beside plain elements dragged in the same run.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import type { BenchRow } from '@vos/base/testing';
import { build } from 'vite';

/** Served to the browser by us, so no such address is ever asked for. */
const ORIGIN = 'http://bench.invalid';
const ROUNDS = 4;
const DRAG_MS = 3_000;
/** The pointer of an ordinary mouse reports about as often. */
const MOVE_EVERY_MS = 8;
const SLOW_FRAME_MS = 25;
/** Before the first figure counts, so that code is compiled and glyphs are drawn. */
const WARM_UP_MS = 1_000;

interface Figures {
  frames: number;
  slowFrames: number;
  scriptMs: number;
  longestMs: number;
}

export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vos-drag-'));
  const display = await startDisplay();
  let browser: Browser | null = null;
  try {
    await buildPage(folder);
    browser = await chromium.launch({
      headless: false,
      executablePath: await findChromium(),
      env: { ...process.env, ...display.environment },
      args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--window-size=1920,1080'],
    });
    const page = await browser.newPage({ viewport: { width: 1800, height: 960 } });
    await page.route(`${ORIGIN}/**`, async (route) => {
      const path = new URL(route.request().url()).pathname;
      const file = join(folder, path === '/' ? 'index.html' : path);
      await route.fulfill({ body: await readFile(file), contentType: contentTypes[extname(file)] ?? 'application/octet-stream' });
    });
    const desk = empty();
    const plain = empty();
    // One after the other and again, so that whatever else the machine does falls on both.
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(page, '?desk', desk);
      await measure(page, '?plain', plain);
    }
    return rowsOf(desk, plain);
  } finally {
    await browser?.close();
    await display.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsOf(desk: Figures, plain: Figures): readonly BenchRow[] {
  const share = ({ slowFrames, frames }: Figures): number => (100 * slowFrames) / Math.max(1, frames);
  const script = ({ scriptMs, frames }: Figures): number => scriptMs / Math.max(1, frames);
  return [
    {
      name: `dragging, 20 windows: frames over ${SLOW_FRAME_MS} ms (of ${desk.frames}; longest ${desk.longestMs.toFixed(0)} ms)`,
      figure: `${share(desk).toFixed(2)} %`,
      target: '≤ 2 %',
    },
    {
      name: `dragging, plain elements in the same run (of ${plain.frames}; longest ${plain.longestMs.toFixed(0)} ms)`,
      figure: `${share(plain).toFixed(2)} %`,
      target: '—',
    },
    {
      name: 'dragging, beyond plain elements',
      figure: `${(share(desk) - share(plain)).toFixed(2)} points`,
      target: '≤ 1 point',
    },
    {
      name: 'dragging, script a frame, window manager / plain',
      figure: `${script(desk).toFixed(2)} / ${script(plain).toFixed(2)} ms`,
      target: '≤ 2 ms',
    },
  ];
}

async function measure(page: Page, variant: '?desk' | '?plain', into: Figures): Promise<void> {
  await page.goto(`${ORIGIN}/${variant}`);
  const last = page.locator('[data-window-id="window-20"]');
  await last.waitFor();
  const bar = await last.locator('.window-bar').boundingBox();
  if (bar === null) throw new Error('The window to drag cannot be seen.');
  const from = { x: bar.x + bar.width / 2, y: bar.y + bar.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await circle(page, from, WARM_UP_MS);

  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const scriptSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  };
  const before = await scriptSeconds();
  await page.evaluate(recordFrames);
  await circle(page, from, DRAG_MS);
  const gaps = await page.evaluate(() => Reflect.get(window, 'frameGapsMs') as number[]);
  into.scriptMs += ((await scriptSeconds()) - before) * 1_000;
  await page.mouse.up();
  await session.detach();
  into.frames += gaps.length;
  into.slowFrames += gaps.filter((gap) => gap > SLOW_FRAME_MS).length;
  into.longestMs = Math.max(into.longestMs, ...gaps);
}

/** Runs in the page. */
function recordFrames(): void {
  const gaps: number[] = [];
  Reflect.set(window, 'frameGapsMs', gaps);
  let last = 0;
  const frame = (now: number): void => {
    if (last > 0) gaps.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

async function circle(page: Page, centre: { readonly x: number; readonly y: number }, durationMs: number): Promise<void> {
  const startMs = performance.now();
  for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs = performance.now() - startMs) {
    const angle = elapsedMs / 250;
    const movedMs = performance.now();
    await page.mouse.move(centre.x + 160 * Math.sin(angle), centre.y + 80 - 80 * Math.cos(angle));
    const restMs = MOVE_EVERY_MS - (performance.now() - movedMs);
    if (restMs > 1) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome130', assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  });
}

interface Display {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A virtual display where there is Xvfb; elsewhere the one a person looks at. */
async function startDisplay(): Promise<Display> {
  const path = process.platform === 'linux' ? await onPath(['Xvfb']) : undefined;
  if (path === undefined) return { environment: {}, stop: async () => undefined };
  const child: ChildProcess = spawn(path, ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const [announced] = await Promise.race([
    once(child.stdio[3] ?? child, 'data'),
    exited.then(() => Promise.reject(new Error('The virtual display ended before it was ready.'))),
  ]);
  return {
    environment: { DISPLAY: `:${String(announced).trim()}` },
    async stop() {
      child.kill();
      await exited;
    },
  };
}

async function findChromium(): Promise<string> {
  const named = process.env['VOS_CHROMIUM'];
  return named ?? (await onPath(['chromium', 'chromium-browser', 'google-chrome'])) ?? chromium.executablePath();
}

async function onPath(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
    }
  }
  return undefined;
}

function empty(): Figures {
  return { frames: 0, slowFrames: 0, scriptMs: 0, longestMs: 0 };
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
