import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../testing/render.tsx';
import { useStickToNewest } from './use-stick-to-newest.ts';

const SEEN_PX = 300;

let view: Rendered | undefined;
afterEach(async () => {
  await view?.unmount();
});

function List({ version }: { readonly version: number }) {
  const { scrollRef, isAtNewest, onScroll } = useStickToNewest(version, 'first');
  return (
    <div ref={scrollRef} onScroll={onScroll}>
      {isAtNewest ? 'at the newest' : 'further up'}
    </div>
  );
}

/** The list, with a height that the test decides; it scrolls as far as a browser would and tells of it when it is asked to. */
async function open(heightPx: number) {
  view = await render(<List version={0} />);
  const { draw, element } = view;
  const list = element.firstElementChild as HTMLElement;
  let scrolledPx = 0;
  let contentPx = heightPx;
  Object.defineProperties(list, {
    clientHeight: { get: () => SEEN_PX },
    scrollHeight: { get: () => contentPx },
    scrollTop: {
      get: () => scrolledPx,
      set: (px: number) => {
        scrolledPx = Math.max(0, Math.min(px, contentPx - SEEN_PX));
      },
    },
  });
  let version = 0;
  const page = {
    grow: (px: number) => {
      contentPx += px;
    },
    scrollTo: (px: number) => {
      list.scrollTop = px;
    },
    draw: () => draw(<List version={(version += 1)} />),
    async tell() {
      await act(async () => void list.dispatchEvent(new Event('scroll', { bubbles: true })));
    },
    state: () => [list.textContent, contentPx - SEEN_PX - scrolledPx],
  };
  await page.draw();
  return page;
}

describe('a conversation that is read at its newest end', () => {
  it('stays there while it grows', async () => {
    const page = await open(900);
    page.grow(200);
    await page.draw();
    expect(page.state()).toEqual(['at the newest', 0]);
  });

  it('stays there when the window is made narrower just before a scroll is told', async () => {
    const page = await open(900);
    page.grow(500);
    await page.tell();
    expect(page.state()).toEqual(['at the newest', 0]);
  });

  it('is left by scrolling up, and held still until the end is reached again', async () => {
    const page = await open(900);
    page.scrollTo(100);
    await page.tell();
    page.grow(500);
    await page.draw();
    expect(page.state()).toEqual(['further up', 1000]);
    page.scrollTo(300);
    await page.tell();
    expect(page.state()).toEqual(['further up', 800]);
    page.scrollTo(1_100);
    await page.tell();
    expect(page.state()).toEqual(['at the newest', 0]);
  });
});
