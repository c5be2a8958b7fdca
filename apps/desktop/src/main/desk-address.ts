// The address of the desk's page. Its scheme is our own and behaves like https: it has an origin, storage and a policy of its own.

export const DESK_SCHEME = 'vos-app';
const DESK_ORIGIN = `${DESK_SCHEME}://desk`;
export const DESK_ADDRESS = `${DESK_ORIGIN}/index.html`;

/** Whether an address, or an origin as Electron writes it (with or without the last slash), is of our page. */
export function isDeskAddress(address: string): boolean {
  return address === DESK_ORIGIN || address.startsWith(`${DESK_ORIGIN}/`);
}
