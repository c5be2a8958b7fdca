// What dragging is measured on: twenty windows with contents that change by themselves, once under the window manager
// (`?desk`) and once as plain elements that a press and a move of the pointer push about, with nothing else in the way.
import '@vos/ui/styles.css';
import { must } from '@vos/base';
import { WindowFrame } from '@vos/ui';
import { emptyDesk, type WindowView } from '@vos/windows';
import { createDeskStore, WindowLayer } from '@vos/windows/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const WINDOW_COUNT = 20;
const LINE_COUNT = 12;
/** Four changes a second in each window: a reply that streams into every one of them would not be faster to the eye. */
const CHANGE_MS = 250;

const ids = Array.from({ length: WINDOW_COUNT }, (_, index) => `window-${index + 1}`);
const nothing = (): void => undefined;

function LiveContents({ id }: { readonly id: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let timer = 0;
    const change = (): void => {
      setCount((before) => before + 1);
      timer = window.setTimeout(change, CHANGE_MS);
    };
    // Each at its own moment: what agents write does not arrive in twenty windows in step.
    timer = window.setTimeout(change, (ids.indexOf(id) * CHANGE_MS) / WINDOW_COUNT);
    return () => window.clearTimeout(timer);
  }, [id]);
  return (
    <div className="chat-scroll">
      <div className="chat-rows">
        {Array.from({ length: LINE_COUNT }, (_, line) => (
          // The lines move up by one with each change.
          <p key={(count + line) % LINE_COUNT}>
            {id}: line {count + line}, the kettle has been on since {new Date(count * CHANGE_MS).toISOString()}
          </p>
        ))}
      </div>
    </div>
  );
}

function frameOf({ id, isFocused, isFullScreen, isMinimised }: WindowView, content: ReactNode): ReactNode {
  return (
    <WindowFrame
      title={id}
      icon="message-circle"
      isFocused={isFocused}
      isFullScreen={isFullScreen}
      isMinimised={isMinimised}
      isArranging={false}
      startsStill
      originOf={() => null}
      shortcuts={{ minimise: '', fullScreen: '', close: '' }}
      onMinimise={nothing}
      onToggleFullScreen={nothing}
      onClose={nothing}
    >
      {content}
    </WindowFrame>
  );
}

const store = createDeskStore(emptyDesk({ width: window.innerWidth, height: window.innerHeight }));
for (const id of ids) store.dispatch({ kind: 'open', paneId: id });

const contentOf = ({ id }: Pick<WindowView, 'id'>): ReactNode => <LiveContents id={id} />;

function ManagedWindows() {
  return (
    <WindowLayer
      store={store}
      renderFrame={frameOf}
      renderContent={contentOf}
      titleBarClassName="window-bar"
      controlsSelector=".window-controls"
    />
  );
}

function PlainWindows() {
  useEffect(() => {
    let end = nothing;
    const press = (down: PointerEvent): void => {
      const slot = down.target instanceof Element ? down.target.closest<HTMLElement>('[data-window-id]') : null;
      if (slot === null) return;
      const [, left = '0', top = '0'] = /translate\((-?\d+)px, ?(-?\d+)px\)/.exec(slot.style.transform) ?? [];
      const move = ({ clientX, clientY }: PointerEvent): void => {
        slot.style.transform = `translate(${Number(left) + clientX - down.clientX}px,${Number(top) + clientY - down.clientY}px)`;
      };
      slot.style.willChange = 'transform';
      window.addEventListener('pointermove', move);
      end = () => {
        window.removeEventListener('pointermove', move);
        slot.style.willChange = '';
      };
    };
    const release = (): void => end();
    window.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release);
    return () => {
      window.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
    };
  }, []);
  return (
    <div className="window-layer" style={{ position: 'absolute', inset: 0, isolation: 'isolate' }}>
      {store.view.getState().windows.map((view, layer) => {
        const { x, y, width, height } = view.rect;
        const place = { position: 'absolute', width, height, transform: `translate(${x}px,${y}px)`, zIndex: layer } as const;
        return (
          <div key={view.id} data-window-id={view.id} style={{ ...place, contain: 'layout style' }}>
            {frameOf(view, <LiveContents id={view.id} />)}
          </div>
        );
      })}
    </div>
  );
}

createRoot(must(document.getElementById('root'), 'the page has a root')).render(
  <main className="desk">
    <div className="desk-grid" />
    {window.location.search === '?desk' ? <ManagedWindows /> : <PlainWindows />}
  </main>,
);
