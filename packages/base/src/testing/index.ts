export type { BenchRow } from './bench-row.ts';
export { createFakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
export { sequentialIds } from './sequential-ids.ts';
export { waitUntil } from './wait-until.ts';
