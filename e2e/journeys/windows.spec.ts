import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../desk/fixtures.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const windowOf = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const railItem = (page: Page, title: string): Locator =>
  page.getByRole('navigation', { name: 'Apps' }).getByRole('button', { name: new RegExp(`^${title}(,|$)`) });

/** Where a window stands once it has stopped coming or going. */
async function placeOf(page: Page, title: string): Promise<Place> {
  const window = windowOf(page, title);
  await expect(window).toBeVisible();
  await window.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const { x, y, width, height } = (await window.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

/** A crowded machine draws a frame late; where the window comes to rest is what counts. */
async function expectPlace(page: Page, title: string, place: Place, which?: string): Promise<void> {
  await expect.poll(() => placeOf(page, title), { message: which ?? title }).toEqual(place);
}

/** Presses at a point, moves in steps as a hand does, and lets go. */
async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 6 });
  await page.mouse.up();
}

async function dragTitle(page: Page, title: string, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await placeOf(page, title);
  await drag(page, { x: x + 120, y: y + 20 }, by);
}

/** A step that stands still is named, and not only the journey it is part of. */
const STEP = { timeout: 45_000 };

/** Where the chat opens on a display of 1280 by 800. */
const HOME: Place = { x: 328, y: 32, width: 720, height: 668 };

test('windows are arranged with the mouse', async ({ shell }) => {
  const desk = await shell.open();
  const { page } = desk;
  await test.step(
    'a window is dragged by its title bar, and stops at the edge of the desk',
    async () => {
      await expectPlace(page, 'Chat', HOME);
      await dragTitle(page, 'Chat', { x: -150, y: 0 });
      await expectPlace(page, 'Chat', { x: 178, y: 32, width: 720, height: 668 });
      await dragTitle(page, 'Chat', { x: 2_000, y: -2_000 });
      await expectPlace(page, 'Chat', { x: 544, y: 16, width: 720, height: 668 });
      await dragTitle(page, 'Chat', { x: -216, y: 16 });
      await expectPlace(page, 'Chat', HOME);
    },
    STEP,
  );

  await test.step(
    'Escape in the middle of a drag puts the window back',
    async () => {
      const before = await placeOf(page, 'Chat');
      await page.mouse.move(before.x + 120, before.y + 20);
      await page.mouse.down();
      await page.mouse.move(before.x + 20, before.y + 10, { steps: 4 });
      await expect.poll(async () => (await windowOf(page, 'Chat').boundingBox())?.x).toBe(before.x - 100);
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expectPlace(page, 'Chat', before);
    },
    STEP,
  );

  await test.step(
    'a window is resized from each side and corner, and the opposite one stays where it is',
    async () => {
      // Away from the lower edge of the desk, so that every side has room.
      await drag(page, { x: HOME.x + 360, y: HOME.y + HOME.height }, { x: 0, y: -200 });
      const { x, y, width, height } = { ...HOME, height: 468 };
      await expectPlace(page, 'Chat', { x, y, width, height });
      for (const { side, at, by, becomes } of [
        { side: 'right', at: [1, 0.5], by: [40, 0], becomes: [0, 0, 40, 0] },
        { side: 'left', at: [0, 0.5], by: [-40, 0], becomes: [-40, 0, 40, 0] },
        { side: 'bottom', at: [0.5, 1], by: [0, 40], becomes: [0, 0, 0, 40] },
        { side: 'top', at: [0.5, 0], by: [0, 40], becomes: [0, 40, 0, -40] },
        { side: 'bottom right', at: [1, 1], by: [40, 30], becomes: [0, 0, 40, 30] },
        { side: 'bottom left', at: [0, 1], by: [-40, 30], becomes: [-40, 0, 40, 30] },
        { side: 'top right', at: [1, 0], by: [40, 30], becomes: [0, 30, 40, -30] },
        { side: 'top left', at: [0, 0], by: [-40, 30], becomes: [-40, 30, 40, -30] },
      ] as const) {
        const from = { x: x + at[0] * width, y: y + at[1] * height };
        await drag(page, from, { x: by[0], y: by[1] });
        const place = { x: x + becomes[0], y: y + becomes[1], width: width + becomes[2], height: height + becomes[3] };
        await expectPlace(page, 'Chat', place, side);
        await drag(page, { x: from.x + by[0], y: from.y + by[1] }, { x: -by[0], y: -by[1] });
        await expectPlace(page, 'Chat', { x, y, width, height }, `back from the ${side}`);
      }
      await drag(page, { x: HOME.x + 360, y: HOME.y + height }, { x: 0, y: 200 });
      await expectPlace(page, 'Chat', HOME);
    },
    STEP,
  );

  await test.step(
    'a window fills the desk and goes back: by its button, by a double click, by Escape',
    async () => {
      const before = await placeOf(page, 'Chat');
      const chat = windowOf(page, 'Chat');
      await chat.getByRole('button', { name: 'Full screen' }).click();
      await expectPlace(page, 'Chat', { x: 112, y: 16, width: 1152, height: 684 });
      await page.keyboard.press('Escape');
      await expectPlace(page, 'Chat', before);
      await chat.locator('.window-title').dblclick();
      await expectPlace(page, 'Chat', { x: 112, y: 16, width: 1152, height: 684 });
      await chat.getByRole('button', { name: 'Leave full screen' }).click();
      await expectPlace(page, 'Chat', before);
    },
    STEP,
  );

  await test.step(
    'the rail minimises the window in front, shows it again, and raises one that is behind',
    async () => {
      await railItem(page, 'Chat').click();
      await expect(windowOf(page, 'Chat')).toBeHidden();
      await expect(railItem(page, 'Chat')).toHaveAccessibleName('Chat, minimised');
      await railItem(page, 'Chat').click();
      await expectPlace(page, 'Chat', HOME);
      await railItem(page, 'Notes').click();
      await railItem(page, 'Chat').click();
      await expect(windowOf(page, 'Chat')).toBeVisible();
      await expect(railItem(page, 'Chat')).toHaveAttribute('aria-current', 'true');
    },
    STEP,
  );
});

test('a second window stands beside the first; a click raises, closing is undone', async ({ shell }) => {
  const desk = await shell.open();
  const { page } = desk;

  await test.step('a second window stands beside the chat, and a click anywhere in a window raises it', async () => {
    await railItem(page, 'Notes').click();
    const [chat, notes] = [await placeOf(page, 'Chat'), await placeOf(page, 'Notes')];
    expect(chat.x + chat.width).toBeLessThan(notes.x);
    await dragTitle(page, 'Notes', { x: -300, y: 60 });
    await expect(railItem(page, 'Notes')).toHaveAttribute('aria-current', 'true');
    // On a spot of the chat that is not covered.
    await page.mouse.click(chat.x + 30, chat.y + 200);
    await expect(railItem(page, 'Chat')).toHaveAttribute('aria-current', 'true');
    const moved = await placeOf(page, 'Notes');
    const onTop = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('section[aria-label]')?.getAttribute('aria-label'),
      [moved.x + 40, moved.y + 20] as const,
    );
    expect(onTop).toBe('Chat');
  });

  await test.step('closing is undone where the window stood, and what was written meanwhile is in it', async () => {
    await dragTitle(page, 'Chat', { x: -100, y: 0 });
    const before = await placeOf(page, 'Chat');
    await windowOf(page, 'Chat').getByRole('button', { name: 'Close' }).click();
    await expect(windowOf(page, 'Chat')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectPlace(page, 'Chat', before);
    await page.keyboard.press('Control+Shift+KeyX');
    await expect(windowOf(page, 'Chat')).toHaveCount(0);
    await desk.ask('what is 6 * 7');
    await desk.expectAnswer('42');
    await expectPlace(page, 'Chat', before);
  });
});

test('a reload brings the desk back at once and without a jump, also right after a drag', async ({ shell }) => {
  const { page } = await shell.open();
  await railItem(page, 'Notes').click();
  await railItem(page, 'Chat').click();
  await windowOf(page, 'Chat').getByRole('button', { name: 'Minimise' }).click();
  await dragTitle(page, 'Notes', { x: 70, y: 40 });
  const before = await placeOf(page, 'Notes');
  await page.addInitScript(() => {
    const places = new Set<string>();
    Object.assign(window, { places });
    const look = (): void => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-window-id]')) {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (getComputedStyle(element).visibility === 'visible')
          places.add(`${element.dataset['windowId']} ${x},${y} ${width}x${height}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await expectPlace(page, 'Notes', before);
  await expect(railItem(page, 'Chat')).toHaveAccessibleName('Chat, minimised');
  const places = await page.evaluate(() => [...(Reflect.get(window, 'places') as Set<string>)]);
  expect(places).toEqual([`notes ${before.x},${before.y} ${before.width}x${before.height}`]);
});

test('after a power cut the layout is as it was', async ({ shell }) => {
  const { page } = await shell.open();
  await dragTitle(page, 'Chat', { x: -150, y: 0 });
  const before = await placeOf(page, 'Chat');
  await page.reload();
  await expectPlace(page, 'Chat', before);
  await shell.kill();
  await expectPlace((await shell.open()).page, 'Chat', before);
});

test('on a smaller display every window can be reached, and the larger one comes back as it was', async ({ shell }) => {
  const { page } = await shell.open();
  await railItem(page, 'Notes').click();
  await dragTitle(page, 'Notes', { x: 2_000, y: 2_000 });
  const [chat, notes] = [await placeOf(page, 'Chat'), await placeOf(page, 'Notes')];
  await page.setViewportSize({ width: 940, height: 620 });
  for (const title of ['Chat', 'Notes']) {
    await expect(async () => {
      const { x, y, width, height } = await placeOf(page, title);
      expect(x).toBeGreaterThanOrEqual(112);
      expect(y).toBeGreaterThanOrEqual(16);
      expect(x + width).toBeLessThanOrEqual(924);
      expect(y + height).toBeLessThanOrEqual(520);
    }).toPass({ timeout: 10_000 });
  }
  await page.setViewportSize({ width: 600, height: 800 });
  await expectPlace(page, 'Notes', { x: 8, y: 74, width: 584, height: 650 });
  await expect(windowOf(page, 'Chat')).toBeHidden();
  await railItem(page, 'Chat').click();
  await expectPlace(page, 'Chat', { x: 8, y: 74, width: 584, height: 650 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectPlace(page, 'Chat', chat);
  await expectPlace(page, 'Notes', notes);
});

test('windows are arranged with the keyboard alone', async ({ shell }) => {
  const { page } = await shell.open();
  await placeOf(page, 'Chat');
  await page.keyboard.press('Control+Shift+KeyM');
  await expect(page.getByText('arrow keys move the window')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await expectPlace(page, 'Chat', { x: 308, y: 32, width: 720, height: 652 });
  await railItem(page, 'Notes').press('Enter');
  await page.keyboard.press('Control+Shift+Period');
  await expect(railItem(page, 'Chat')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Control+Shift+KeyF');
  await expect.poll(async () => (await placeOf(page, 'Chat')).width).toBe(1152);
  await page.keyboard.press('Control+Shift+KeyH');
  await expect(windowOf(page, 'Chat')).toBeHidden();
  await page.keyboard.press('Control+Shift+Slash');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Open the window closed last');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});
