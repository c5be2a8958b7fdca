// What shows the desk in a journey: a browser joined to a host of its own, or the desktop app. A journey works with either.
import { expect, type Page } from '@playwright/test';

export type Environment = Readonly<Record<string, string>>;

export interface Shell {
  /** Starts the host on the journey's data folder and opens the desk; again after `kill`, then with what was stored. */
  open(environment?: Environment): Promise<Desk>;
  /** Ends the host as a power cut does; of the desktop app nothing is left. */
  kill(): Promise<void>;
}

export interface Desk {
  readonly page: Page;
  /** Types into the pill and presses Enter. */
  ask(text: string): Promise<void>;
  /** Waits for an answer that contains the text. */
  expectAnswer(text: string | RegExp): Promise<void>;
}

/** A port on which nothing answers: asking there fails as it does without a network. */
const NOWHERE = 'http://127.0.0.1:9';

/** The environment in which a journey's host runs: nothing outside the machine is reached. */
export function hostEnvironment(environment: Environment): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(own),
    VOS_OPEN_METEO_FORECAST_URL: NOWHERE,
    VOS_OPEN_METEO_GEOCODING_URL: NOWHERE,
    VOS_OPEN_METEO_AIR_QUALITY_URL: NOWHERE,
    VOS_OLLAMA_URL: NOWHERE,
    ...environment,
  };
}

/** The desk on a page that is just being loaded. */
export async function deskOn(page: Page): Promise<Desk> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const pill = page.getByRole('textbox', { name: 'Ask anything' });
  await expect(pill).toBeVisible();
  return {
    page,
    async ask(text) {
      await pill.fill(text);
      await pill.press('Enter');
      await expect(pill).toHaveValue('');
    },
    async expectAnswer(text) {
      await expect(
        page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: /^VOS/ }).filter({ hasText: text }).last(),
      ).toBeVisible({
        timeout: 12_000,
      });
      expect(problems).toEqual([]);
    },
  };
}
