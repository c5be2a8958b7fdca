import { must } from '@vos/base';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeskAction } from '../action.ts';
import { emptyDesk, railStateOf } from '../desk.ts';
import { type Handle, handles } from '../geometry.ts';
import { layOutByTransform, pointerEvent, showDisplay } from '../testing/drawn-page.ts';
import type { WindowView } from '../view.ts';
import { createDeskStore } from './desk-store.ts';
import { useDesk } from './use-desk.ts';
import { WindowLayer } from './window-layer.tsx';

let unlay = (): void => undefined;
let close = (): void => undefined;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  showDisplay(1280, 800);
  unlay = layOutByTransform();
});

afterEach(() => {
  close();
  unlay();
});

/** A desk in a page, pressed with a pointer; how often each part of it was drawn is counted. */
function openPage(...opened: readonly string[]) {
  const store = createDeskStore(emptyDesk({ width: 1280, height: 800 }));
  for (const paneId of opened) store.dispatch({ kind: 'open', paneId });
  const drawn: string[] = [];
  const renderContent = ({ id }: Pick<WindowView, 'id'>): ReactNode => <Content id={id} />;
  const renderFrame = ({ id, isFocused }: WindowView, content: ReactNode): ReactNode => (
    <Frame id={id} isFocused={isFocused}>
      {content}
    </Frame>
  );
  function Content({ id }: { readonly id: string }) {
    drawn.push(`content ${id}`);
    return <input aria-label={id} />;
  }
  function Frame({
    id,
    isFocused,
    children,
  }: {
    readonly id: string;
    readonly isFocused: boolean;
    readonly children: ReactNode;
  }) {
    drawn.push(`frame ${id}`);
    return (
      <section data-focused={isFocused}>
        <header className="title-bar">
          {id}
          <button type="button" className="control">
            Close
          </button>
        </header>
        {children}
      </section>
    );
  }
  function Rail() {
    const states = useDesk(store, ({ desk }) => opened.map((id) => railStateOf(desk, id)));
    drawn.push('rail');
    return <nav>{states.join(' ')}</nav>;
  }

  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  act(() =>
    root.render(
      <>
        <input aria-label="pill" />
        <Rail />
        <WindowLayer
          store={store}
          renderFrame={renderFrame}
          renderContent={renderContent}
          titleBarClassName="title-bar"
          controlsSelector=".control"
        />
      </>,
    ),
  );
  close = () => {
    act(() => root.unmount());
    element.remove();
  };
  const find = (selector: string) => must(element.querySelector<HTMLElement>(selector), `the page shows ${selector}`);
  const slot = (id: string) => find(`[data-window-id="${id}"]`);
  let pointer = { x: 0, y: 0 };
  const page = {
    store,
    drawn,
    find,
    slot,
    act: (action: DeskAction) => act(() => store.dispatch(action)),
    /** Puts the pointer down as a browser does: first as a pointer, then as a mouse. */
    press(target: Element, { button = 0, pointerId = 1 } = {}) {
      pointer = { x: 300, y: 100 };
      act(() => void target.dispatchEvent(pointerEvent('pointerdown', pointer, { button, pointerId, buttons: 1 })));
      act(() => void target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button })));
      return page;
    },
    pressTitle: (id: string) => page.press(must(slot(id).querySelector('.title-bar'), 'every window has a title bar')),
    pressHandle: (id: string, handle: Handle) =>
      page.press(must(slot(id).querySelector(`.is-${handle}`), 'every window has eight handles')),
    moveBy(x: number, y: number, { buttons = 1, pointerId = 1 } = {}) {
      pointer = { x: pointer.x + x, y: pointer.y + y };
      act(() => void window.dispatchEvent(pointerEvent('pointermove', pointer, { buttons, pointerId })));
      return page;
    },
    end(kind: 'pointerup' | 'pointercancel' | 'lostpointercapture') {
      act(() => void document.body.dispatchEvent(pointerEvent(kind, pointer, { pointerId: 1, buttons: 0 })));
      return page;
    },
    key(key: string) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      act(() => void document.body.dispatchEvent(event));
      return event;
    },
    /** Where the element of a window is painted, and how large. */
    painted(id: string) {
      const { transform, width, height } = slot(id).style;
      return `${transform} ${width} ${height}`;
    },
    committed: (id: string) =>
      must(
        store.view.getState().windows.find((view) => view.id === id),
        'the window is open',
      ).rect,
    forget: () => drawn.splice(0),
  };
  return page;
}

describe('dragging a window', () => {
  it('paints its element and draws nothing until it is let go', () => {
    const page = openPage('chat', 'notes', 'weather').pressTitle('weather');
    page.forget();
    for (let turn = 0; turn < 100; turn += 1) page.moveBy(1, -1);
    expect(page.painted('weather')).toBe('translate(310px,40px) 480px 520px');
    expect(page.committed('weather')).toEqual({ x: 210, y: 140, width: 480, height: 520 });
    expect(page.drawn).toEqual([]);
    page.end('pointerup');
    expect(page.committed('weather')).toEqual({ x: 310, y: 40, width: 480, height: 520 });
    expect(page.painted('weather')).toBe('translate(310px,40px) 480px 520px');
    expect(page.drawn).toEqual(['frame weather']);
  });

  it('follows the pointer out of the window and over other windows, and nothing after it was let go', () => {
    const page = openPage('chat', 'notes').pressTitle('chat').moveBy(500, 0).end('pointerup').moveBy(-200, 0);
    expect(page.committed('chat')).toEqual({ x: 650, y: 80, width: 600, height: 500 });
  });

  it('marks the element while it moves', () => {
    const page = openPage('chat').pressTitle('chat').moveBy(2, 0);
    expect(page.slot('chat').dataset['gesture']).toBeUndefined();
    page.moveBy(20, 0);
    expect([page.slot('chat').dataset['gesture'], page.slot('chat').style.willChange]).toEqual(['moving', 'transform']);
    page.end('pointerup');
    expect([page.slot('chat').dataset['gesture'], page.slot('chat').style.willChange]).toEqual([undefined, '']);
  });

  it('goes back at Escape, which then does nothing else', () => {
    const page = openPage('chat').pressTitle('chat').moveBy(80, 30);
    expect(page.painted('chat')).toBe('translate(230px,110px) 600px 500px');
    expect(page.key('Escape').defaultPrevented).toBe(true);
    expect(page.painted('chat')).toBe('translate(150px,80px) 600px 500px');
    page.moveBy(10, 10).end('pointerup');
    expect(page.committed('chat')).toEqual({ x: 150, y: 80, width: 600, height: 500 });
    expect(page.key('Escape').defaultPrevented).toBe(false);
  });

  it.each(['pointercancel', 'lostpointercapture'] as const)('stays where it got to at %s', (kind) => {
    const page = openPage('chat').pressTitle('chat').moveBy(80, 30).end(kind).moveBy(50, 50);
    expect(page.committed('chat')).toEqual({ x: 230, y: 110, width: 600, height: 500 });
  });

  it('goes on when another program takes the focus while the button is down', () => {
    const page = openPage('chat').pressTitle('chat').moveBy(80, 30);
    act(() => void window.dispatchEvent(new Event('blur')));
    page.moveBy(50, 50).end('pointerup');
    expect(page.committed('chat')).toEqual({ x: 280, y: 160, width: 600, height: 500 });
  });

  it('ends when the button came up where the page could not hear it', () => {
    const page = openPage('chat').pressTitle('chat').moveBy(80, 30).moveBy(400, 0, { buttons: 0 });
    expect(page.committed('chat')).toEqual({ x: 230, y: 110, width: 600, height: 500 });
    expect(page.painted('chat')).toBe('translate(230px,110px) 600px 500px');
  });

  it('is not disturbed by another pointer', () => {
    const page = openPage('chat').pressTitle('chat').moveBy(80, 30).moveBy(400, 0, { pointerId: 2 });
    expect(page.painted('chat')).toBe('translate(230px,110px) 600px 500px');
  });

  it('takes the pointer as its own, so that it is followed beyond the page', () => {
    const page = openPage('chat');
    const title = must(page.slot('chat').querySelector('.title-bar'), 'every window has a title bar');
    const captured: number[] = [];
    title.setPointerCapture = (pointerId) => void captured.push(pointerId);
    page.press(title, { pointerId: 7 });
    expect(captured).toEqual([7]);
  });

  it('ends with the window when that is closed meanwhile', () => {
    const page = openPage('chat', 'notes').pressTitle('chat').moveBy(80, 30);
    page.act({ kind: 'close', id: 'chat' });
    page.moveBy(10, 0).end('pointerup').act({ kind: 'undo-close' });
    expect(page.committed('chat')).toEqual({ x: 230, y: 110, width: 600, height: 500 });
    expect(page.painted('chat')).toBe('translate(230px,110px) 600px 500px');
  });

  it('ends where the window fits when the display shrinks meanwhile', () => {
    const page = openPage('chat').pressTitle('chat').moveBy(500, 100);
    act(() => showDisplay(1000, 640));
    expect(page.painted('chat')).toBe('translate(384px,40px) 600px 500px');
    act(() => showDisplay(1280, 800));
    expect(page.painted('chat')).toBe('translate(650px,180px) 600px 500px');
  });
});

describe('a press', () => {
  it('on a button of the title bar, with the other mouse button or in the contents moves nothing', () => {
    const page = openPage('chat');
    page.press(page.find('.control')).moveBy(50, 50).end('pointerup');
    page.press(page.find('.title-bar'), { button: 2 }).moveBy(50, 50).end('pointerup');
    page.press(page.find('.window-handle'), { button: 2 }).moveBy(50, 50).end('pointerup');
    page.press(page.find('[aria-label=chat]')).moveBy(50, 50).end('pointerup');
    expect(page.committed('chat')).toEqual({ x: 150, y: 80, width: 600, height: 500 });
  });

  it('anywhere in a window raises it, and draws only the two frames whose focus changed', () => {
    const page = openPage('chat', 'notes', 'weather', 'tasks');
    page.forget();
    page.press(page.find('[aria-label=notes]'));
    expect(page.store.view.getState().desk.stack).toEqual(['chat', 'weather', 'tasks', 'notes']);
    expect(['chat', 'weather', 'tasks', 'notes'].map((id) => page.slot(id).style.zIndex)).toEqual(['0', '1', '2', '3']);
    expect(page.drawn.toSorted()).toEqual(['frame notes', 'frame tasks', 'rail']);
  });

  it('leaves the elements of the windows in place, so that nothing in them loads or scrolls anew', () => {
    const page = openPage('chat', 'notes');
    const before = [page.slot('chat'), page.slot('notes')];
    page.press(page.find('[aria-label=chat]'));
    expect([...(page.slot('chat').parentElement?.children ?? [])]).toEqual(before);
  });

  it('imitated by the mouse after a finger starts nothing of its own', () => {
    const page = openPage('chat').pressTitle('chat').end('pointerup');
    const title = page.find('.title-bar');
    act(() => void title.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })));
    expect(page.store.view.getState().desk.gesture).toEqual({ kind: 'idle' });
  });
});

describe('resizing a window', () => {
  it('works from each of eight handles, with the opposite side where it was', () => {
    const results = handles.map((handle) => {
      const page = openPage('chat').pressHandle('chat', handle).moveBy(10, 20);
      const painted = page.painted('chat');
      page.end('pointerup');
      const { x, y, width, height } = page.committed('chat');
      expect(painted).toBe(`translate(${x}px,${y}px) ${width}px ${height}px`);
      close();
      return [handle, x, y, width, height];
    });
    expect(results).toEqual([
      ['top', 150, 100, 600, 480],
      ['right', 150, 80, 610, 500],
      ['bottom', 150, 80, 600, 520],
      ['left', 160, 80, 590, 500],
      ['topLeft', 160, 100, 590, 480],
      ['topRight', 150, 100, 610, 480],
      ['bottomLeft', 160, 80, 590, 520],
      ['bottomRight', 150, 80, 610, 520],
    ]);
  });
});

describe('windows that are not shown', () => {
  it('stay as they were, out of reach of pointer and keys', () => {
    const page = openPage('chat', 'notes');
    const field = page.find('[aria-label=notes]') as HTMLInputElement;
    field.value = 'half a sentence';
    page.act({ kind: 'minimise', id: 'notes' });
    expect([page.slot('notes').style.visibility, page.slot('notes').hasAttribute('inert')]).toEqual(['hidden', true]);
    page.act({ kind: 'show', id: 'notes' });
    expect([page.slot('notes').style.visibility, page.slot('notes').hasAttribute('inert')]).toEqual(['visible', false]);
    expect(page.find('[aria-label=notes]')).toBe(field);
    expect(field.value).toBe('half a sentence');
  });

  it('are all but the one in front on a narrow display, which fills it and has no handles', () => {
    showDisplay(600, 900);
    const page = openPage('chat', 'notes');
    expect(page.painted('notes')).toBe('translate(8px,74px) 584px 750px');
    expect(page.slot('chat').style.visibility).toBe('hidden');
    expect(page.slot('notes').querySelector('.window-handle')).toBeNull();
    page.pressTitle('notes').moveBy(50, 50).end('pointerup');
    expect(page.painted('notes')).toBe('translate(8px,74px) 584px 750px');
  });
});

describe('the focus of the page', () => {
  it('raises the window it goes to', () => {
    const page = openPage('chat', 'notes');
    act(() => page.find('[aria-label=chat]').focus());
    expect(page.store.view.getState().desk.stack).toEqual(['notes', 'chat']);
  });

  it('goes to the window in front when its own is closed or minimised', () => {
    const page = openPage('chat', 'notes', 'weather');
    act(() => page.find('[aria-label=weather]').focus());
    page.act({ kind: 'close', id: 'weather' });
    expect(document.activeElement).toBe(page.slot('notes'));
    page.act({ kind: 'minimise', id: 'notes' });
    expect(document.activeElement).toBe(page.slot('chat'));
  });

  it('stays where a person writes when windows open, close and come to the front elsewhere', () => {
    const page = openPage('chat', 'notes');
    act(() => page.find('[aria-label=pill]').focus());
    page.act({ kind: 'open', paneId: 'weather' });
    page.act({ kind: 'close', id: 'weather' });
    page.act({ kind: 'show', id: 'chat' });
    expect(document.activeElement).toBe(page.find('[aria-label=pill]'));
  });

  it('goes where the keyboard chose a window', () => {
    const page = openPage('chat', 'notes');
    act(() => page.find('[aria-label=pill]').focus());
    page.act({ kind: 'show-next' });
    expect(document.activeElement).toBe(page.slot('chat'));
  });

  it('goes to the other window on a narrow display, where only one is shown', () => {
    showDisplay(600, 900);
    const page = openPage('chat', 'notes');
    act(() => page.find('[aria-label=notes]').focus());
    page.act({ kind: 'show-next' });
    expect(document.activeElement).toBe(page.slot('chat'));
  });
});

describe('the layer', () => {
  it('lets go of a window and of the page when it is taken away', () => {
    const page = openPage('chat').pressTitle('chat').moveBy(80, 30);
    close();
    close = () => undefined;
    expect(page.store.view.getState().desk.gesture).toEqual({ kind: 'idle' });
    window.dispatchEvent(pointerEvent('pointermove', { x: 900, y: 500 }, { pointerId: 1, buttons: 1 }));
    showDisplay(700, 500);
    expect(page.store.view.getState().desk.display).toEqual({ width: 1280, height: 800 });
    expect(page.committed('chat')).toEqual({ x: 230, y: 110, width: 600, height: 500 });
  });
});
