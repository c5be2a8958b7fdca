import { describe } from 'vitest';
import { portContract } from './testing/port-contract.ts';
import { portPair } from './testing/port-pair.ts';

describe('a pair of ports in memory', () => {
  portContract(() => {
    const [left, right] = portPair();
    return { left, right, dispose: () => left.close() };
  });
});
