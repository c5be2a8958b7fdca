// Drives a whole desk over a fake host as a person would: by roles, names and keys. For tests in jsdom.
import { type Clock, type Ids, must } from '@vos/base';
import type { Appearance } from '@vos/protocol/entities';
import { notifyManager } from '@tanstack/react-query';
import { act } from 'react';
import { drawDesk } from '../desk/draw-desk.tsx';
import { createMemoryStorage, type PageStorage } from '../desk/page-storage.ts';
import { createServices, type Services } from '../desk/services.ts';
import { stickyPart } from '../notes/sticky-part.tsx';
import type { Pane } from '../panes/pane.ts';
import { panes as allPanes } from '../panes/pane-registry.ts';
import type { FakeHost } from './fake-host.ts';

/** Rounds of the microtask queue that every chain of promises here ends within. */
const SETTLING_ROUNDS = 80;

/** A clock that the test moves. */
export interface DrivenClock extends Clock {
  advance(durationMs: number): Promise<void>;
}

export interface DeskDriverOptions {
  readonly host: FakeHost;
  readonly clock: DrivenClock;
  readonly ids: Ids;
  readonly storage?: PageStorage;
  readonly tabStorage?: PageStorage;
  /** What is on the rail; every pane there is when absent. */
  readonly panes?: readonly Pane[];
}

export interface DeskDriver {
  readonly services: Services;
  readonly storage: PageStorage;
  readonly copied: string[];
  /** Every appearance the host said was chosen, in order. */
  readonly themes: readonly Appearance[];
  /** Lets everything that needs no time happen. */
  settle(): Promise<void>;
  /** Does something and lets its consequences happen. */
  when(action: () => unknown): Promise<void>;
  advance(durationMs: number): Promise<void>;
  /** Writes into the pill. */
  write(text: string): Promise<void>;
  /** Presses a key where the focus is, or in the given element. */
  press(key: string, init?: KeyboardEventInit, target?: Element): Promise<void>;
  click(element: Element): Promise<void>;
  pill(): HTMLTextAreaElement;
  button(name: string | RegExp): HTMLElement;
  hasButton(name: string | RegExp): boolean;
  /** The text of every message and card in the conversation, in order, by its author. */
  conversation(): readonly (readonly [author: string, text: string])[];
  /** Texts of what a screen reader is told of changes. */
  announced(): string;
  unmount(): Promise<void>;
}

export async function openDesk({
  host,
  clock,
  ids,
  storage = createMemoryStorage(),
  tabStorage = createMemoryStorage(),
  panes = allPanes,
}: DeskDriverOptions): Promise<DeskDriver> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // Jsdom has no media queries; none of these matches.
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  notifyManager.setScheduler(queueMicrotask);
  const copied: string[] = [];
  const themes: Appearance[] = [];
  const services = createServices(
    {
      connect: host.connect,
      clock,
      ids,
      storage,
      tabStorage,
      timeZone: () => 'Europe/Amsterdam',
      isMac: false,
      theme: { choose: (appearance) => void themes.push(appearance) },
      displaySize: () => ({ width: window.innerWidth, height: window.innerHeight }),
      copy: async (text) => void copied.push(text),
      reload: () => undefined,
    },
    panes,
  );
  const element = document.body.appendChild(document.createElement('div'));
  let undraw = (): void => {};
  // A module comes in its own time, which no clock here moves.
  await Promise.all([stickyPart, ...panes.map(({ contents }) => contents)].map((part) => part.load()));

  async function settle(): Promise<void> {
    await act(async () => {
      for (let round = 0; round < SETTLING_ROUNDS; round += 1) await Promise.resolve();
    });
  }
  async function when(action: () => unknown): Promise<void> {
    await act(async () => {
      await action();
    });
    await settle();
  }
  const buttons = (name: string | RegExp): readonly HTMLElement[] =>
    [...element.querySelectorAll('button')].filter((button) => isNamed(button, name));

  await when(() => {
    services.connection.start();
    undraw = drawDesk(element, services);
  });

  return {
    services,
    storage,
    copied,
    themes,
    settle,
    when,
    advance: (durationMs) => when(() => clock.advance(durationMs)),
    write: (text) => when(() => setValue(pill(), text)),
    press: (key, init = {}, target = document.activeElement ?? document.body) =>
      when(() => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))),
    click: (target) => when(() => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))),
    pill,
    button: (name) => must(buttons(name)[0], `there is a button named ${name}`),
    hasButton: (name) => buttons(name).length > 0,
    conversation: () =>
      [...element.querySelectorAll('[role=log] article')].map(
        (article) =>
          [
            article.getAttribute('aria-label') ?? '',
            (article.querySelector('.bubble-text, .tool-title') ?? article).textContent ?? '',
          ] as const,
      ),
    announced: () =>
      [...element.querySelectorAll('[role=status], [role=alert]')]
        .map(({ textContent }) => textContent?.trim() ?? '')
        .filter((text) => text !== '')
        .join(' | '),
    async unmount() {
      await when(() => {
        services.connection.stop();
        undraw();
      });
      element.remove();
    },
  };

  function pill(): HTMLTextAreaElement {
    return must(element.querySelector('textarea'), 'the desk has a pill');
  }
}

function isNamed(button: Element, name: string | RegExp): boolean {
  const own = button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '';
  return typeof name === 'string' ? own === name : name.test(own);
}

// React listens to the setter of the element's class; only what goes around it looks like typing.
function setValue(field: HTMLTextAreaElement, text: string): void {
  const setter = must(Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set, 'text areas have a value');
  setter.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
