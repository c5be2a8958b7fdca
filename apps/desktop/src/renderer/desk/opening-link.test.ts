import { describe, expect, it } from 'vitest';
import { followOpeningLinks } from './opening-link.ts';

function pageAt(href: string) {
  let address = href;
  let changed = (): void => {};
  const opened: string[] = [];
  followOpeningLinks({
    href: () => address,
    replaceAddress: (next) => {
      address = next;
    },
    onChange: (listener) => {
      changed = listener;
    },
    isKnownPane: (paneId) => ['chat', 'notes'].includes(paneId),
    open: (paneId) => opened.push(paneId),
  });
  return {
    opened,
    address: () => address,
    go(next: string) {
      address = next;
      changed();
    },
  };
}

describe('a link that names a window', () => {
  it('opens it, at the start and later, and leaves the address', () => {
    const page = pageAt('vos-app://desk/index.html#open=notes');
    expect([page.opened, page.address()]).toEqual([['notes'], 'vos-app://desk/index.html']);
    page.go('vos-app://desk/index.html#open=chat');
    expect([page.opened, page.address()]).toEqual([['notes', 'chat'], 'vos-app://desk/index.html']);
  });

  it('that does not exist opens nothing', () => {
    expect(pageAt('http://127.0.0.1:4100/#open=../secrets').opened).toEqual([]);
  });

  it('leaves the rest of the address as it is', () => {
    expect(pageAt('http://127.0.0.1:4100/?a=1#window=chat').address()).toBe('http://127.0.0.1:4100/?a=1#window=chat');
    expect(pageAt('http://127.0.0.1:4100/?a=1#window=chat&open=notes').address()).toBe('http://127.0.0.1:4100/?a=1#window=chat');
  });
});
