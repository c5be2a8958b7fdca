import { must } from '@vos/base';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeskAction } from '../action.ts';
import { emptyDesk, stickyId } from '../desk.ts';
import { layOutByTransform, pointerEvent, showDisplay } from '../testing/drawn-page.ts';
import { createDeskStore } from './desk-store.ts';
import { StickyLayer } from './sticky-layer.tsx';
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

const start = { x: 300, y: 100, width: 240, height: 250 };

/** A desk with a chat and two notes; how often each note was drawn is counted. */
function openPage() {
  const store = createDeskStore(emptyDesk({ width: 1280, height: 800 }));
  store.dispatch({ kind: 'open', paneId: 'chat' });
  store.dispatch({ kind: 'put-note', noteId: 'one', wanted: start });
  store.dispatch({ kind: 'put-note', noteId: 'two', wanted: { ...start, x: 700 } });
  const drawn: string[] = [];
  const renderNote = (noteId: string) => <Note id={noteId} />;
  function Note({ id }: { readonly id: string }) {
    drawn.push(id);
    return (
      <header className="bar">
        <button type="button" className="grip">
          Move
        </button>
        <input />
      </header>
    );
  }
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  act(() =>
    root.render(
      <>
        <StickyLayer
          store={store}
          renderNote={renderNote}
          titleBarClassName="bar"
          controlsSelector=".control"
          gripSelector=".grip"
        />
        <WindowLayer
          store={store}
          renderFrame={(_view, content) => content}
          renderContent={() => null}
          titleBarClassName="bar"
          controlsSelector=".control"
        />
      </>,
    ),
  );
  close = () => {
    act(() => root.unmount());
    element.remove();
  };
  const slot = (noteId: string) =>
    must(element.querySelector<HTMLElement>(`[data-sticky-id="${stickyId(noteId)}"]`), 'the note lies on the desk');
  return {
    drawn,
    slot,
    inside: (noteId: string, selector: string) => must(slot(noteId).querySelector<HTMLElement>(selector), 'the note has it'),
    window: () => must(element.querySelector('[data-window-id]'), 'the chat is open'),
    act: (action: DeskAction) => act(() => store.dispatch(action)),
    key: (target: Element, key: string, init: KeyboardEventInit = {}) =>
      act(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))),
    pointer: (target: EventTarget, kind: string, x: number, y: number, buttons: number) =>
      act(() => void target.dispatchEvent(pointerEvent(kind, { x, y }, { pointerId: 1, buttons }))),
    rect: (noteId: string) => store.view.getState().stickies.find((sticky) => sticky.noteId === noteId)?.rect,
  };
}

it('moves and stretches a note by the arrow keys from itself and from its grip, and not while something is written on it', () => {
  const page = openPage();
  page.key(page.slot('one'), 'ArrowRight');
  page.key(page.inside('one', '.grip'), 'ArrowDown', { altKey: true });
  page.key(page.inside('one', '.grip'), 'ArrowLeft', { shiftKey: true });
  page.key(page.inside('one', 'input'), 'ArrowRight');
  expect(page.rect('one')).toEqual({ x: 316, y: 104, width: 224, height: 250 });
  expect(page.slot('one').style.transform).toBe('translate(316px,104px)');
  expect(page.drawn).toEqual(['one', 'two']);
});

it('drags a note by its upper edge, and what is on it is not drawn again', () => {
  const page = openPage();
  const bar = page.inside('one', '.bar');
  page.pointer(bar, 'pointerdown', 310, 110, 1);
  act(() => void bar.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 })));
  page.pointer(window, 'pointermove', 350, 130, 1);
  expect(page.slot('one').style.transform).toBe('translate(340px,120px)');
  page.pointer(document.body, 'pointerup', 350, 130, 0);
  expect(page.rect('one')).toEqual({ ...start, x: 340, y: 120 });
  expect(page.drawn).toEqual(['one', 'two']);
});

it('brings the keys to the note that was chosen, one that is new too, and on from one that is taken off', () => {
  const page = openPage();
  page.act({ kind: 'next-note' });
  expect(document.activeElement).toBe(page.slot('one'));
  page.act({ kind: 'put-note', noteId: 'three' });
  page.act({ kind: 'go-to-note', noteId: 'three' });
  expect(document.activeElement).toBe(page.slot('three'));
  page.act({ kind: 'take-off-note', noteId: 'three' });
  expect(document.activeElement).toBe(page.slot('one'));
  page.act({ kind: 'take-off-note', noteId: 'one' });
  page.act({ kind: 'take-off-note', noteId: 'two' });
  expect(document.activeElement).toBe(page.window());
});
