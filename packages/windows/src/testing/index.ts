export { driveDesk } from './desk-driver.ts';
export type { DeskDriver, DeskDriverOptions, SeenWindow } from './desk-driver.ts';
