// The browser's storage, or memory where a browser forbids it: then the desk works until the page is closed.

export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** `open` reads `window.localStorage` or `window.sessionStorage`, which may throw. */
export function pageStorage(open: () => PageStorage): PageStorage {
  try {
    return open();
  } catch {
    return createMemoryStorage();
  }
}

/** Storage that lasts as long as it is held. Handed to a second desk it is what a reload leaves behind. */
export function createMemoryStorage(): PageStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
