import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatPane } from '../panes/pane-registry.ts';
import type { Pane } from '../panes/pane.ts';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost } from '../testing/fake-host.ts';
import { createMemoryStorage } from './page-storage.ts';
import { createPart } from './part.ts';

const paperPane: Pane = {
  id: 'paper',
  icon: 'notebook-pen',
  title: 'Paper',
  contents: createPart(async () => () => <input aria-label="Line" />),
  commands: [{ title: 'Open paper', shortcut: { code: 'Digit2', cap: '2' }, does: 'open' }],
  isNews: () => false,
};
const brokenPane: Pane = {
  ...paperPane,
  id: 'broken',
  title: 'Broken',
  commands: [],
  contents: createPart(async () => () => {
    throw new Error('A fault in the contents');
  }),
};

const open: DeskDriver[] = [];
const measured = Element.prototype.getBoundingClientRect;

beforeEach(() => {
  showDisplay(1280, 800);
  // Nothing is laid out here, and react-rnd asks how far an element is from where it was put.
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const [, x = '0', y = '0'] =
      this instanceof HTMLElement ? (/translate\((-?\d+)px, ?(-?\d+)px\)/.exec(this.style.transform) ?? []) : [];
    return new DOMRect(Number(x), Number(y), 0, 0);
  };
  // Nothing here lays a dialog over the page.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.unmount();
  Element.prototype.getBoundingClientRect = measured;
});

function showDisplay(width: number, height: number): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  window.dispatchEvent(new Event('resize'));
}

async function start(prepare: (host: ReturnType<typeof createFakeHost>) => void = () => undefined) {
  const storage = createMemoryStorage();
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair });
  prepare(host);
  const openPage = async (): Promise<DeskDriver> => {
    const desk = await openDesk({ host, clock, ids, storage, panes: [chatPane, paperPane, brokenPane] });
    open.push(desk);
    return desk;
  };
  const desk = await openPage();
  const reload = async (meanwhile = (): void => undefined): Promise<DeskDriver> => {
    await open.pop()?.unmount();
    meanwhile();
    return await openPage();
  };
  return { host, desk, reload };
}

const slotOf = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-window-id="${id}"]`);
/** Where each window that can be seen stands, from back to front. */
const seen = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-window-id]')]
    .filter(({ style }) => style.visibility !== 'hidden')
    .sort((one, other) => Number(one.style.zIndex) - Number(other.style.zIndex))
    .map(({ dataset, style: { transform, width, height } }) => {
      const [, x, y] = /translate\((-?\d+)px, ?(-?\d+)px\)/.exec(transform) ?? [];
      return `${dataset['windowId']} ${x},${y} ${width.replace('px', '')}x${height.replace('px', '')}`;
    });
const control = (id: string, name: string): Element =>
  must(slotOf(id)?.querySelector(`button[aria-label="${name}"]`), `the window ${id} has a control ${name}`);
const chord = { ctrlKey: true, shiftKey: true };

describe('the first desk', () => {
  it('has the chat alone over the pill; a second window stands beside it', async () => {
    const { desk } = await start();
    expect(seen()).toEqual(['chat 328,32 720x668']);
    await desk.click(desk.button('Paper'));
    expect(seen()).toEqual(['chat 128,32 440x668', 'paper 592,32 450x350']);
  });

  it('keeps the chat over the pill when the display grows, until someone moved it', async () => {
    const { desk } = await start();
    await desk.when(() => showDisplay(1920, 1080));
    expect(seen()).toEqual(['chat 648,32 720x948']);
    await desk.when(() => desk.services.desk.dispatch({ kind: 'nudge', id: 'chat', direction: 'left', stepPx: 16 }));
    await desk.when(() => showDisplay(1600, 1000));
    expect(seen()).toEqual(['chat 632,16 720x884']);
  });

  it('is drawn after a moment if the host does not answer, and is replaced by the saved one if nobody touched it', async () => {
    const { host, desk, reload } = await start();
    await desk.click(desk.button('Paper'));
    await desk.advance(500);
    host.access = 'unreachable';
    const again = await reload();
    expect(seen()).toEqual([]);
    await again.advance(1_500);
    expect(seen()).toEqual(['chat 328,32 720x668']);
    host.access = 'open';
    await again.advance(10_000);
    expect(seen()).toEqual(['chat 128,32 440x668', 'paper 592,32 450x350']);
  });
});

describe('the rail', () => {
  it('opens, shows what is behind another, minimises only the window in front, and says so in names', async () => {
    const { desk } = await start();
    await desk.click(desk.button('Paper'));
    await desk.click(desk.button('Chat, open'));
    expect(seen().map((line) => line.split(' ')[0])).toEqual(['paper', 'chat']);
    await desk.click(desk.button('Chat, open'));
    expect(desk.hasButton('Chat, minimised')).toBe(true);
    expect(seen()).toEqual(['paper 592,32 450x350']);
    await desk.click(desk.button('Chat, minimised'));
    expect(seen().map((line) => line.split(' ')[0])).toEqual(['paper', 'chat']);
    expect(desk.button('Chat, open').getAttribute('aria-current')).toBe('true');
  });

  it('counts what comes into a minimised window, until it is seen', async () => {
    const { desk, host } = await start();
    await desk.click(control('chat', 'Minimise'));
    await desk.when(() =>
      host.say(host.message({ author: { kind: 'agent', agentId: 'primary_agent' }, text: 'The plumber called.' })),
    );
    await desk.click(desk.button('Chat, minimised, 1 new'));
    expect(desk.hasButton('Chat, open')).toBe(true);
  });
});

describe('closing a window', () => {
  it('can be undone from the toast: it is back where it stood', async () => {
    const { desk } = await start();
    await desk.when(() =>
      desk.services.desk.dispatch({ kind: 'place', id: 'chat', rect: { x: 200, y: 60, width: 500, height: 400 } }),
    );
    await desk.click(control('chat', 'Close'));
    expect(seen()).toEqual([]);
    expect(desk.announced()).toContain('Chat closed');
    expect(document.activeElement).toBe(desk.pill());
    await desk.click(desk.button('Undo'));
    expect(seen()).toEqual(['chat 200,60 500x400']);
    expect(desk.hasButton('Undo')).toBe(false);
  });

  it('is forgotten by the toast after a while, but not by the key and not by the rail', async () => {
    const { desk } = await start();
    await desk.when(() => desk.services.desk.dispatch({ kind: 'nudge', id: 'chat', direction: 'left', stepPx: 16 }));
    await desk.press('X', { code: 'KeyX', ...chord }, document.body);
    await desk.advance(8_000);
    expect(desk.hasButton('Undo')).toBe(false);
    await desk.press('L', { code: 'KeyL', ...chord }, document.body);
    expect(seen()).toEqual(['chat 312,32 720x668']);
    await desk.press('X', { code: 'KeyX', ...chord }, document.body);
    await desk.click(desk.button('Chat'));
    expect(seen()).toEqual(['chat 312,32 720x668']);
    expect(desk.hasButton('Undo')).toBe(false);
  });

  it('waits for a person whose pointer is on the toast', async () => {
    const { desk } = await start();
    await desk.click(control('chat', 'Close'));
    const toast = must(document.querySelector('.toast'), 'a toast is shown');
    // React hears of entering and leaving by the events that bubble.
    await desk.when(() => toast.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
    await desk.advance(60_000);
    expect(desk.hasButton('Undo')).toBe(true);
    await desk.when(() => toast.dispatchEvent(new MouseEvent('pointerout', { bubbles: true })));
    await desk.advance(8_000);
    expect(desk.hasButton('Undo')).toBe(false);
  });
});

describe('the keyboard', () => {
  it('moves and resizes the window in front, even while someone writes, and Escape puts it back', async () => {
    const { desk } = await start();
    desk.pill().focus();
    await desk.press('M', { code: 'KeyM', ...chord });
    expect(desk.announced()).toContain('arrow keys move the window');
    await desk.press('ArrowLeft');
    await desk.press('ArrowUp', { shiftKey: true });
    await desk.press('ArrowRight', { altKey: true });
    expect(seen()).toEqual(['chat 316,32 720x652']);
    await desk.press('Escape');
    expect(seen()).toEqual(['chat 328,32 720x668']);
    expect(desk.announced()).not.toContain('arrow keys');
    await desk.press('M', { code: 'KeyM', ...chord });
    await desk.press('ArrowLeft');
    await desk.press('Enter');
    expect(seen()).toEqual(['chat 312,32 720x668']);
    await desk.press('ArrowLeft');
    expect(seen()).toEqual(['chat 312,32 720x668']);
  });

  it('goes from window to window and takes the focus along', async () => {
    const { desk } = await start();
    await desk.press('@', { code: 'Digit2', ...chord }, document.body);
    await desk.press('>', { code: 'Period', ...chord }, document.body);
    expect(desk.services.desk.frontId()).toBe('chat');
    expect(document.activeElement).toBe(slotOf('chat'));
    await desk.press('<', { code: 'Comma', ...chord });
    expect(document.activeElement).toBe(slotOf('paper'));
  });

  it('lists what it can do, on “?” and by its button', async () => {
    const { desk } = await start();
    desk.pill().blur();
    await desk.press('?', { code: 'Slash', shiftKey: true }, document.body);
    const dialog = must(document.querySelector('dialog'), 'the list is open');
    expect(dialog.textContent).toContain('Move and resize by arrow keysCtrlShiftM');
    expect(dialog.textContent).toContain('Open paperCtrlShift2');
    await desk.click(desk.button('Close the list'));
    expect(document.querySelector('dialog')).toBeNull();
    await desk.click(desk.button('Keyboard shortcuts'));
    expect(document.querySelector('dialog')).not.toBeNull();
  });
});

describe('the layout', () => {
  it('is saved once things are quiet, one for each size of display, and is there after a reload', async () => {
    const { desk, host, reload } = await start();
    await desk.click(desk.button('Paper'));
    await desk.when(() => desk.services.desk.dispatch({ kind: 'nudge', id: 'paper', direction: 'down', stepPx: 16 }));
    await desk.click(control('chat', 'Minimise'));
    expect(host.layouts).toEqual([]);
    await desk.advance(500);
    expect(host.layouts.map(({ key }) => key)).toEqual(['1280x800']);
    const again = await reload();
    expect(seen()).toEqual(['paper 592,48 450x350']);
    expect(again.hasButton('Chat, minimised')).toBe(true);
    await again.advance(60_000);
    expect(host.layouts).toHaveLength(1);
  });

  it('is saved when the page is left in the middle of arranging, even if the host cannot be told any more', async () => {
    const { desk, host, reload } = await start();
    await desk.click(desk.button('Paper'));
    host.access = 'unreachable';
    await desk.when(() => host.drop());
    await desk.when(() => window.dispatchEvent(new Event('pagehide')));
    expect(host.layouts).toEqual([]);
    host.access = 'open';
    await reload();
    expect(seen()).toEqual(['chat 128,32 440x668', 'paper 592,32 450x350']);
    expect(host.layouts.map(({ key }) => key)).toEqual(['1280x800']);
  });

  it('keeps what is open on another display, takes the places that display had, and puts all of it within reach', async () => {
    const { desk, host, reload } = await start();
    await desk.click(desk.button('Paper'));
    await desk.advance(500);
    await desk.when(() => showDisplay(1920, 1080));
    await desk.when(() =>
      desk.services.desk.dispatch({ kind: 'place', id: 'paper', rect: { x: 1400, y: 600, width: 450, height: 350 } }),
    );
    await desk.advance(500);
    expect(host.layouts.map(({ key }) => key)).toEqual(['1280x800', '1920x1080']);
    await desk.when(() => showDisplay(1280, 800));
    expect(seen()).toEqual(['chat 128,32 440x668', 'paper 592,32 450x350']);
    await reload(() => showDisplay(1000, 700));
    expect(seen()).toEqual(['chat 128,16 440x584', 'paper 534,32 450x350']);
  });

  it('is kept for the display it was made on, when that changes before things are quiet', async () => {
    const { desk, host } = await start();
    await desk.click(desk.button('Paper'));
    await desk.advance(500);
    await desk.when(() => desk.services.desk.dispatch({ kind: 'nudge', id: 'paper', direction: 'down', stepPx: 160 }));
    await desk.when(() => showDisplay(940, 620));
    await desk.when(() => showDisplay(1280, 800));
    expect(seen()).toEqual(['chat 128,32 440x668', 'paper 592,192 450x350']);
    await desk.advance(500);
    expect(host.layouts.at(-1)?.key).toBe('1280x800');
    expect(host.layouts.at(-1)?.layout).toContain('"y":192');
  });

  it('that is damaged gives way to an older one, and to a first desk if there is none', async () => {
    const { desk, host, reload } = await start();
    await desk.when(() => desk.services.desk.dispatch({ kind: 'nudge', id: 'chat', direction: 'left', stepPx: 16 }));
    await desk.advance(500);
    const { clientId } = must(host.layouts[0], 'the layout was saved');
    host.layouts.push({ clientId, key: '1000x700', layout: '{"version":1,"windows":' });
    await reload();
    expect(seen()).toEqual(['chat 312,32 720x668']);
    host.layouts.splice(0, 1);
    await reload();
    expect(seen()).toEqual(['chat 328,32 720x668']);
  });
});

describe('a window', () => {
  it('whose contents fail says so and leaves the rest of the desk alone', async () => {
    const { desk } = await start();
    const reported: unknown[] = [];
    const report = console.error;
    console.error = (...words: unknown[]) => void reported.push(words);
    await desk.click(desk.button('Broken'));
    console.error = report;
    expect(slotOf('broken')?.textContent).toContain('Broken has stopped');
    expect(reported).not.toEqual([]);
    await desk.write('still here');
    expect(desk.pill().value).toBe('still here');
  });

  it('fills a narrow display, one at a time', async () => {
    const { desk } = await start();
    await desk.click(desk.button('Paper'));
    await desk.when(() => showDisplay(600, 800));
    expect(seen()).toEqual(['paper 8,74 584x650']);
    await desk.press('M', { code: 'KeyM', ...chord }, document.body);
    expect(desk.announced()).toContain('A window fills a screen this narrow');
    await desk.click(desk.button('Chat, open'));
    expect(seen()).toEqual(['chat 8,74 584x650']);
  });
});
