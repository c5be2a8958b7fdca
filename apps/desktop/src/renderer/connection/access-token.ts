// The key to the desk: it comes in the address once, is kept for this tab only, and does not stay where it can be read or shared.

const STORAGE_KEY = 'vos.token';
/** What may stand in a WebSocket subprotocol name, where the token travels. */
const TOKEN_SHAPE = /^[A-Za-z0-9._~-]{1,512}$/;

export interface TokenSurroundings {
  /** The address as the page was opened with it. */
  readonly href: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Replaces the address in the bar and in the history. */
  readonly replaceAddress: (href: string) => void;
}

/** The token of `#token=…`, which is then stripped from the address, or the one this tab already had; null when there is none. */
export function takeAccessToken({ href, storage, replaceAddress }: TokenSurroundings): string | null {
  const address = new URL(href);
  const fragment = new URLSearchParams(address.hash.slice(1));
  const given = fragment.get('token');
  if (given === null) return readStored(storage);
  fragment.delete('token');
  address.hash = fragment.toString();
  replaceAddress(address.href.replace(/#$/, ''));
  if (!TOKEN_SHAPE.test(given)) return null;
  try {
    storage.setItem(STORAGE_KEY, given);
  } catch {
    // A browser that stores nothing still works until it is reloaded.
  }
  return given;
}

function readStored(storage: TokenSurroundings['storage']): string | null {
  try {
    const stored = storage.getItem(STORAGE_KEY);
    return stored !== null && TOKEN_SHAPE.test(stored) ? stored : null;
  } catch {
    return null;
  }
}
