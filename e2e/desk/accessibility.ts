import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** The rules that a theme can break; its stricter rule on contrast, level AAA, is not asked for in either theme. */
const ofColour: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** What a checker finds in the page as it stands: everything in the dark theme, and in the light one what depends on colours. */
export async function expectNoFaults(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(checker);
  await expectNone(page, 'dark', {});
  await expectNone(page, 'light', ofColour);
}

async function expectNone(page: Page, theme: string, options: RunOptions): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  // Only the violations are put together in full.
  const { violations } = await page.evaluate(
    async (chosen) => await axe.run({ ...chosen, resultTypes: ['violations'] }),
    options,
  );
  expect(violations, theme).toEqual([]);
}
