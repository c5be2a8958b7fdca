// Links of the form `vos://open/notes`, which other programs may follow. They show a window; they never send, change or delete anything.
import { DESK_ADDRESS } from './desk-address.ts';

export const LINK_SCHEME = 'vos';

/** The first such link among the arguments of a start. */
export function linkAmong(given: readonly string[]): string | undefined {
  return given.find((argument) => argument.startsWith(`${LINK_SCHEME}://`));
}

/** The address that makes the page show what the link names; the page alone when the link is not understood. */
export function addressOf(link: string | undefined): string {
  const paneId = /^vos:\/\/open\/([a-z][a-z0-9-]{0,39})\/?$/.exec(link ?? '')?.[1];
  return paneId === undefined ? DESK_ADDRESS : `${DESK_ADDRESS}#open=${paneId}`;
}
