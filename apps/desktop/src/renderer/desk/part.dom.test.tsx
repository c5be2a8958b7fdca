import { must } from '@vos/base';
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PaneBoundary } from './pane-boundary.tsx';
import { createPart, loadWhenIdle, type Part, usePart } from './part.ts';

let root: Root;
let element: HTMLElement;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element, { onCaughtError: () => undefined });
});
afterEach(() => {
  act(() => root.unmount());
  element.remove();
});

/** A part whose loads the test ends; how often one began is counted. */
function slowPart() {
  const loads: PromiseWithResolvers<ComponentType>[] = [];
  const part = createPart(() => {
    const load = Promise.withResolvers<ComponentType>();
    loads.push(load);
    return load.promise;
  });
  return { part, loads, last: () => must(loads.at(-1), 'a load began') };
}

const Letter: ComponentType = () => <p>Dear reader</p>;

function Frame({ part }: { readonly part: Part }) {
  const Contents = usePart(part);
  return <section aria-label="Letter">{Contents === null ? 'loading' : <Contents />}</section>;
}

async function draw(part: Part): Promise<void> {
  await act(async () =>
    root.render(
      <PaneBoundary title="Letter">
        <Frame part={part} />
      </PaneBoundary>,
    ),
  );
}

it('is loaded when it is first shown, and what is around it stands meanwhile', async () => {
  const { part, loads, last } = slowPart();
  expect(loads).toHaveLength(0);
  await draw(part);
  const frame = element.querySelector('section');
  expect(frame?.textContent).toBe('loading');
  await act(async () => last().resolve(Letter));
  expect(element.querySelector('section')).toBe(frame);
  expect(frame?.textContent).toBe('Dear reader');
  expect(loads).toHaveLength(1);
});

it('is there at once, in the first picture, when it was loaded before', async () => {
  const part = createPart(async () => Letter);
  await part.load();
  const pictures: (string | null)[] = [];
  const watcher = new MutationObserver(() => pictures.push(element.textContent));
  watcher.observe(element, { childList: true, subtree: true, characterData: true });
  await draw(part);
  watcher.disconnect();
  expect([...new Set(pictures)]).toEqual(['Dear reader']);
});

it('says that it stopped when it cannot be loaded, and is loaded anew when it is started again', async () => {
  const { part, loads, last } = slowPart();
  await draw(part);
  await act(async () => last().reject(new TypeError('Failed to fetch dynamically imported module')));
  expect(element.querySelector('[role=alert]')?.textContent).toContain('Letter has stopped');
  await act(async () => must(element.querySelector('button'), 'it can be started again').click());
  expect(loads).toHaveLength(2);
  await act(async () => last().resolve(Letter));
  expect(element.textContent).toBe('Dear reader');
});

it('comes with the others when the page is idle, one after the other, whatever becomes of one of them', async () => {
  const order: string[] = [];
  const part = (name: string, outcome: Promise<ComponentType>): Part =>
    createPart(() => {
      order.push(name);
      return outcome;
    });
  const parts = [part('notes', Promise.reject(new Error('gone'))), part('weather', Promise.resolve(Letter))];
  await loadWhenIdle(parts, async () => void order.push('idle'));
  expect(order).toEqual(['idle', 'notes', 'idle', 'weather']);
  expect(parts.map((each) => each.component())).toEqual([null, Letter]);
});
