// One drag of one pointer. While it lasts the element is painted directly; React hears of it when the window or note has its new place.
import type { DeskAction } from '../action.ts';
import type { Point, Size } from '../geometry.ts';
import type { Gesture, Grip } from '../gesture.ts';
import type { DeskStore } from './desk-store.ts';

export interface DragStart {
  /** The window or sticky. */
  readonly id: string;
  readonly grip: Grip;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** What was pressed. It receives the pointer until the end, wherever that goes. */
  readonly target: Element;
  /** Its own element, which is moved. */
  readonly element: HTMLElement;
}

/** Starts a gesture and follows the pointer until the desk's gesture is over, however it ends. */
export function followPointer(store: DeskStore, { id, grip, pointerId, x, y, target, element }: DragStart): void {
  const page = element.ownerDocument.defaultView;
  store.dispatch({ kind: 'press', id, grip, at: { x, y } });
  const { gesture } = store.view.getState().desk;
  if (page === null || gesture.kind === 'idle') return;

  const { hold } = gesture;
  const ends = new AbortController();
  const unsubscribe = store.view.subscribe(({ desk, windows, stickies }) => {
    if (desk.gesture.kind !== 'idle' && desk.gesture.hold === hold) {
      paintGesture(element, desk.gesture);
      return;
    }
    ends.abort();
    unsubscribe();
    // React writes only what differs from its last render, which knows nothing of what was painted since.
    const rest = [...windows, ...stickies].find((view) => view.id === id);
    if (rest !== undefined) {
      paintPlace(element, rest.rect);
      paintSize(element, rest.rect);
    }
    element.style.willChange = '';
    delete element.dataset['gesture'];
  });

  listen(page, store, pointerId, ends.signal);
  capture(target, pointerId);
}

/** Turns what happens in the page into events of the gesture. In the capturing phase, so that no window can keep them from us. */
function listen(page: Window, store: DeskStore, pointerId: number, signal: AbortSignal): void {
  const options = { signal, capture: true };
  const onPointer = (
    kind: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture',
    action: (event: PointerEvent) => DeskAction,
  ) => page.addEventListener(kind, (event) => event.pointerId === pointerId && store.dispatch(action(event)), options);

  onPointer('pointermove', ({ buttons, clientX: x, clientY: y }) =>
    // Without a button it came up where nobody could tell us, over another program for one.
    buttons === 0 ? { kind: 'release' } : { kind: 'drag', to: { x, y } },
  );
  onPointer('pointerup', () => ({ kind: 'release' }));
  onPointer('pointercancel', () => ({ kind: 'interrupt' }));
  onPointer('lostpointercapture', () => ({ kind: 'interrupt' }));
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      // This Escape is spent: it must not close or leave anything else.
      event.preventDefault();
      event.stopImmediatePropagation();
      store.dispatch({ kind: 'cancel' });
    },
    options,
  );
}

function capture(target: Element, pointerId: number): void {
  try {
    target.setPointerCapture(pointerId);
  } catch {
    // The pointer is gone already; without it the next event of the page ends the gesture.
  }
}

function paintGesture(element: HTMLElement, gesture: Gesture): void {
  if (gesture.kind !== 'moving' && gesture.kind !== 'resizing') return;
  if (element.dataset['gesture'] !== gesture.kind) {
    element.dataset['gesture'] = gesture.kind;
    // A layer of its own is moved without painting it again. While resizing it is painted anew in any case.
    element.style.willChange = gesture.kind === 'moving' ? 'transform' : '';
  }
  paintPlace(element, gesture.frame);
  if (gesture.kind === 'resizing') paintSize(element, gesture.frame);
}

/** Written as react-rnd writes it, so that both mean the same. */
function paintPlace(element: HTMLElement, { x, y }: Point): void {
  element.style.transform = `translate(${x}px,${y}px)`;
}

function paintSize(element: HTMLElement, { width, height }: Size): void {
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}
