// Draws a component into a page of its own for a test in jsdom, and takes it away again.
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export interface Rendered {
  readonly element: HTMLElement;
  /** Draws again with other props. */
  draw(node: ReactNode): Promise<void>;
  click(target: Element | null): Promise<void>;
  unmount(): Promise<void>;
}

export async function render(node: ReactNode): Promise<Rendered> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const draw = (next: ReactNode): Promise<void> => act(async () => root.render(next));
  await draw(node);
  return {
    element,
    draw,
    click: (target) =>
      act(async () => {
        target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      }),
    async unmount() {
      await act(async () => root.unmount());
      element.remove();
    },
  };
}
