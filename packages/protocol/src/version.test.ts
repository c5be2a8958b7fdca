import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { commands } from './commands.ts';
import { events } from './events.ts';
import { askFrame, hostFrame } from './frames.ts';
import { PROTOCOL_VERSION } from './version.ts';

// When this fails the wire has changed: bump the version, add its line of history, and pin the new hash beside it.
const PINNED = { version: 1, hash: 'e6c9a6ac40b5ab94' };

it('changes nothing on the wire without a new version', () => {
  const shape = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const wire = {
    frames: [shape(askFrame), shape(hostFrame)],
    commands: Object.entries(commands).map(([name, { params, result, errors }]) => [name, shape(params), shape(result), errors]),
    events: Object.entries(events).map(([name, payload]) => [name, shape(payload)]),
  };
  const hash = createHash('sha256').update(JSON.stringify(wire)).digest('hex').slice(0, 16);
  expect({ version: PROTOCOL_VERSION, hash }).toEqual(PINNED);
});
