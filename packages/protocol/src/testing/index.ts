export { portContract } from './port-contract.ts';
export type { JoinedPorts } from './port-contract.ts';
export { portPair } from './port-pair.ts';
export { unplannedHandlers } from './unplanned-handlers.ts';
