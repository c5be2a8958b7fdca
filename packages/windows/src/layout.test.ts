import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDesk } from './desk.ts';
import { layoutKey, nearestLayoutKey, parse, placesOf, serialise } from './layout.ts';
import { deskRules, WINDOW_LIMIT_COUNT } from './rules.ts';
import { driveDesk } from './testing/index.ts';

const start = emptyDesk({ width: 1280, height: 800 });
const anyPane = { isKnownPane: () => true, rules: deskRules };

describe('a display that changes', () => {
  it('moves windows in when it shrinks and back to where they were when it grows again', () => {
    driveDesk({ display: { width: 1920, height: 1080 } })
      .open('Calendar')
      .press('Calendar')
      .moveBy(700, 200)
      .release()
      .expectWindow('calendar', { x: 850, y: 280, width: 900, height: 650 })
      .changeDisplay(1000, 600)
      .expectWindow('calendar', { x: 112, y: 16, width: 872, height: 484 })
      .changeDisplay(1920, 1080)
      .expectWindow('calendar', { x: 850, y: 280, width: 900, height: 650 });
  });

  it('keeps a new place on the small display and gives back the size it squeezed', () => {
    driveDesk({ display: { width: 1920, height: 1080 } })
      .open('Calendar')
      .changeDisplay(1200, 500)
      .expectWindow('calendar', { x: 150, y: 16, width: 900, height: 384 })
      .press('Calendar')
      .moveBy(40, 0)
      .release()
      .expectWindow('calendar', { x: 190, y: 16, width: 900, height: 384 })
      .changeDisplay(1920, 1080)
      .expectWindow('calendar', { x: 190, y: 80, width: 900, height: 650 });
  });

  it('keeps the title bar in reach on a display lower than the smallest window', () => {
    driveDesk()
      .open('Chat')
      .changeDisplay(1000, 120)
      .expectWindow('chat', { x: 150, y: 16, height: 150 })
      .enterFullScreen('Chat')
      .expectWindow('chat', { x: 112, y: 16, width: 872, height: 150 });
  });

  it('fills a narrow display with the window in front alone', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .changeDisplay(899, 700)
      .expectWindow('notes', { x: 8, y: 74, width: 883, height: 550, isShown: true, isMovable: false })
      .expectWindow('chat', { isShown: false, isMinimised: false })
      .press('Notes')
      .moveBy(100, 100)
      .release()
      .clickRail('Chat')
      .expectWindow('chat', { isShown: true })
      .expectWindow('notes', { isShown: false })
      .changeDisplay(900, 700)
      .expectWindow('notes', { x: 180, y: 110, width: 550, height: 450, isShown: true });
  });
});

describe('an input pill that grows', () => {
  it('moves windows up, squeezes what cannot move, and gives everything back afterwards', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .press('Chat')
      .moveBy(0, 120)
      .release()
      .expectWindow('chat', { y: 200, height: 500 })
      .enterFullScreen('Notes')
      .act({ kind: 'pill', risePx: 72 })
      .expectWindow('chat', { y: 128, height: 500 })
      .expectWindow('notes', { y: 16, height: 612 })
      .changeDisplay(1280, 600)
      .expectWindow('chat', { y: 16, height: 412 })
      .changeDisplay(1280, 800)
      .act({ kind: 'pill', risePx: 0 })
      .expectWindow('chat', { y: 200, height: 500 });
  });
});

describe('a saved layout', () => {
  it('brings back which windows were open, where, in which order, minimised and filling the screen', () => {
    const desk = driveDesk()
      .open('Chat', 'Notes', 'Weather', 'Tasks')
      .press('Chat')
      .moveBy(300, 60)
      .release()
      .enterFullScreen('Notes')
      .minimise('Weather')
      .close('Tasks');
    const before = desk.desk;
    desk.restart();
    expect(desk.desk).toEqual(before);
    desk.undoClose().expectFocus('Tasks');
  });

  it('is shown with every window in reach on a smaller display, and as it was on the old one', () => {
    driveDesk({ display: { width: 2560, height: 1440 } })
      .open('Chat', 'Notes')
      .press('Notes')
      .moveBy(1500, 700)
      .release()
      .restart({ width: 1000, height: 640 })
      .expectWindow('notes', { x: 1000 - 16 - 550, y: 640 - 100 - 450 })
      .restart({ width: 2560, height: 1440 })
      .expectWindow('notes', { x: 1680, y: 810 });
  });

  it('leaves out panes that are not known and windows that are damaged, and keeps the others', () => {
    const { desk } = driveDesk().open('Chat', 'Stocks', 'Notes', 'Weather');
    const damaged = serialise(desk).replace('"x":210', '"x":null');
    const reading = parse(damaged, start, { ...anyPane, isKnownPane: (paneId) => paneId !== 'stocks' });
    expect(reading.desk.windows.map(({ id }) => id)).toEqual(['chat', 'weather']);
    expect(reading.desk.stack).toEqual(['chat', 'weather']);
    expect(reading.loss).toBe('some');
  });

  it('gives back the desk to start from when it is damaged, empty or of another version', () => {
    const text = serialise(driveDesk().open('Chat').desk);
    for (const bad of ['', '{', 'null', '[]', '7', text.slice(0, -9), text.replace('"version":1', '"version":2')]) {
      expect(parse(bad, start, anyPane)).toEqual({ desk: start, loss: 'all' });
    }
  });

  it('keeps one window of an id and no more windows than the limit', () => {
    const [chat] = driveDesk().open('Chat').desk.windows;
    const many = Array.from({ length: 100 }, (_, index) => ({ ...chat, id: `chat:${Math.floor(index / 2)}`, placement: 'free' }));
    const { desk, loss } = parse(JSON.stringify({ version: 1, windows: many, stack: [], closed: [] }), start, anyPane);
    expect(desk.windows.map(({ id }) => id)).toEqual(Array.from({ length: WINDOW_LIMIT_COUNT }, (_, index) => `chat:${index}`));
    expect(desk.stack).toEqual(desk.windows.map(({ id }) => id));
    expect(loss).toBe('some');
  });

  it('never throws and never yields a desk that cannot be drawn, whatever the text', () => {
    const whole = serialise(driveDesk().open('Chat', 'Notes').minimise('Notes').desk);
    const cutAndMended = fc
      .tuple(fc.nat(whole.length), fc.nat(whole.length), fc.string())
      .map(([from, to, filling]) => whole.slice(0, from) + filling + whole.slice(to));
    const likeALayout = fc
      .record({ version: fc.constant(1), windows: fc.anything(), stack: fc.anything(), closed: fc.anything() })
      .map((value) => JSON.stringify(value) ?? '');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), cutAndMended, likeALayout), (text) => {
        const { desk } = parse(text, start, anyPane);
        expect([...desk.stack].sort()).toEqual(desk.windows.map(({ id }) => id).sort());
        expect(parse(serialise(desk), start, anyPane)).toEqual({ desk, loss: 'none' });
      }),
      { numRuns: 300 },
    );
  });
});

describe('layouts by display', () => {
  it('are kept under the size, and the nearest one serves a display that has none', () => {
    const key = layoutKey({ width: 1280, height: 800 });
    expect(key).toBe('1280x800');
    const keys = ['2560x1440', 'damaged', '1366x768', key];
    expect(nearestLayoutKey(keys, { width: 1280, height: 800 })).toBe(key);
    expect(nearestLayoutKey(keys, { width: 1400, height: 760 })).toBe('1366x768');
    expect(nearestLayoutKey(['damaged'], { width: 1400, height: 760 })).toBeNull();
  });

  it('can be taken over by the windows that are open', () => {
    const other = driveDesk().open('Chat', 'Notes').press('Chat').moveBy(200, 30).release().desk;
    driveDesk()
      .open('Chat', 'Weather')
      .act({ kind: 'arrange', places: placesOf(other) })
      .expectWindow('chat', { x: 350, y: 110 })
      .expectWindow('weather', { x: 180, y: 110 })
      .expectFocus('Weather');
  });
});
