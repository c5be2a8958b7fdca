// `npm run shots`: pictures of every window over sample content, in two themes and two sizes, into the folder `shots`. They are for
// looking at: nothing compares them. `npm run shots -- notes light` takes those whose name has all the words.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { run } from './processes.mjs';
import { repository } from './repository.mjs';
import { provideChromium } from './set-up/chromium.mjs';
import { setUp } from './setup.mjs';
import { shots } from './shots/list.mjs';

/** Served to the browser by us, so no such address is ever asked for. */
const ORIGIN = 'http://shots.invalid';
const NOW = new Date('2026-05-12T10:15:00+02:00');
const gallery = join(repository, 'apps/desktop/dist/gallery');
const folder = join(repository, 'shots');

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const themes = ['dark', 'light'];
const contentTypes = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const words = process.argv.slice(2);
const wanted = sizes.flatMap((size) =>
  themes.flatMap((theme) =>
    shots
      .map((shot) => ({ ...shot, size, theme, file: `${shot.name}-${theme}-${size.width}.png` }))
      .filter(({ file }) => words.every((word) => file.includes(word))),
  ),
);

const ready = await setUp();
const executablePath = ready && (await provideChromium(ready.node, ready.env));
if (executablePath === undefined || !(await buildGallery())) process.exitCode = 1;
else await takeAll();

async function buildGallery() {
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const parameters = [vite, 'build', '--mode', 'gallery', '--logLevel', 'error'];
  return (await run(ready.node, parameters, { cwd: join(repository, 'apps/desktop'), env: ready.env })) === 0;
}

async function takeAll() {
  // Not before set-up, which installs it.
  const { chromium } = await import('@playwright/test');
  if (words.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    // A person sees them.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    for (const shot of wanted) await take(browser, shot);
  } finally {
    await browser.close();
  }
  console.log(`${wanted.length} pictures are in ${folder}.`);
}

async function take(browser, { scene, steps, size, theme, file }) {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Amsterdam',
    locale: 'en-GB',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.clock.setFixedTime(NOW);
    await page.route(`${ORIGIN}/**`, serve);
    await page.goto(`${ORIGIN}/?scene=${scene}&theme=${theme}`);
    await page.evaluate(() => document.fonts.ready);
    await steps?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(decodePictures);
    await page.screenshot({ path: join(folder, file), caret: 'initial' });
  } catch (error) {
    process.exitCode = 1;
    console.error(`${file} was not taken: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await context.close();
  }
}

/** In the page: waits until its pictures could be painted. */
async function decodePictures() {
  const backgrounds = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element).backgroundImage);
  const addresses = new Set(backgrounds.flatMap((value) => /^url\("(.+)"\)$/.exec(value)?.[1] ?? []));
  await Promise.all(
    [...addresses].map(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
    }),
  );
}

async function serve(route) {
  const path = new URL(route.request().url()).pathname;
  const file = join(gallery, path === '/' ? 'index.html' : path);
  await route.fulfill({ body: await readFile(file), contentType: contentTypes[extname(file)] ?? 'application/octet-stream' });
}
