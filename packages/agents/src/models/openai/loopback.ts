// Whether an address is this computer: such a model costs nothing and its requests go nowhere.

/** True for `localhost`, 127.0.0.0/8 and ::1. A name that merely resolves to this computer does not count: what it means may change. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const host = url.hostname.toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
