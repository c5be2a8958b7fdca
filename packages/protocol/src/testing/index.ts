export { portPair } from './port-pair.ts';
