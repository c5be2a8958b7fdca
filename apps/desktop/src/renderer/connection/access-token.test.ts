import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../desk/page-storage.ts';
import { takeAccessToken } from './access-token.ts';

function open(href: string, storage = createMemoryStorage()) {
  let address = href;
  const token = takeAccessToken({
    href,
    storage,
    replaceAddress: (next) => {
      address = next;
    },
  });
  return { token, address, storage };
}

describe('the key in the address', () => {
  it('is taken out of the address and kept for a reload of the tab', () => {
    const first = open('http://127.0.0.1:4100/#token=abc-123_X');
    expect(first).toMatchObject({ token: 'abc-123_X', address: 'http://127.0.0.1:4100/' });
    expect(open(first.address, first.storage).token).toBe('abc-123_X');
    expect(open(first.address).token).toBeNull();
  });

  it('leaves the rest of the address as it is', () => {
    expect(open('http://127.0.0.1:4100/?a=1#window=chat&token=abc').address).toBe('http://127.0.0.1:4100/?a=1#window=chat');
    expect(open('http://127.0.0.1:4100/?a=1#window=chat').address).toBe('http://127.0.0.1:4100/?a=1#window=chat');
  });

  it('replaces an older one', () => {
    const { storage } = open('http://127.0.0.1:4100/#token=old');
    expect(open('http://127.0.0.1:4100/#token=new', storage).token).toBe('new');
    expect(open('http://127.0.0.1:4100/', storage).token).toBe('new');
  });

  it.each(['', 'two words', 'a,b', 'ключ', 'x'.repeat(600)])('is no key when it cannot travel in a handshake: “%s”', (token) => {
    expect(open(`http://127.0.0.1:4100/#token=${encodeURIComponent(token)}`)).toMatchObject({
      token: null,
      address: 'http://127.0.0.1:4100/',
    });
  });

  it('works for the page at hand where nothing may be stored', () => {
    const storage = {
      ...createMemoryStorage(),
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
    };
    expect(open('http://127.0.0.1:4100/#token=abc', storage).token).toBe('abc');
    expect(open('http://127.0.0.1:4100/', storage).token).toBeNull();
  });
});
