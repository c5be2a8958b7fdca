// `#open=notes` in the page's address shows that window. It is how a link from another program reaches the desk; it does nothing else.

export interface LinkSurroundings {
  readonly href: () => string;
  /** Replaces the address in the bar and in the history. */
  readonly replaceAddress: (href: string) => void;
  /** Calls back when the part of the address after # has changed. */
  readonly onChange: (listener: () => void) => void;
  readonly isKnownPane: (paneId: string) => boolean;
  readonly open: (paneId: string) => void;
}

/** Follows the link in the present address and every later one. A followed link leaves the address, so that a reload shows what was left. */
export function followOpeningLinks({ href, replaceAddress, onChange, isKnownPane, open }: LinkSurroundings): void {
  function follow(): void {
    const address = new URL(href());
    const fragment = new URLSearchParams(address.hash.slice(1));
    const paneId = fragment.get('open');
    if (paneId === null) return;
    fragment.delete('open');
    address.hash = fragment.toString();
    replaceAddress(address.href.replace(/#$/, ''));
    if (isKnownPane(paneId)) open(paneId);
  }
  onChange(follow);
  follow();
}
