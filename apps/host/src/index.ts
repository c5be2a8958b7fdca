export { openHost } from './host.ts';
export type { Host, HostOptions } from './host.ts';
export { readHostSettings } from './host-settings.ts';
export type { HostSettings, HostSurroundings } from './host-settings.ts';
export { createLog } from './log.ts';
export type { Log } from './log.ts';
export type { SecretsCipher } from './secrets.ts';
