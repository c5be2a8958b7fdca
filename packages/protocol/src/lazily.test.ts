import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { lazily } from './lazily.ts';

const built: string[] = [];
beforeEach(() => built.splice(0));

/** A schema of a person, and how often it was built. */
function person() {
  return lazily(() => {
    built.push('person');
    return z.object({ name: z.string().min(1), age: z.number().optional() });
  });
}

it('a schema is built when it is first used, and once', () => {
  const schema = person();
  expect(built).toEqual([]);
  expect(schema.parse({ name: 'Ada' })).toEqual({ name: 'Ada' });
  expect(schema.safeParse({ name: '' }).success).toBe(false);
  expect(built).toEqual(['person']);
});

it('the members can be listed and taken apart like those of the value it stands for', () => {
  const command = lazily(() => ({ params: z.object({}), errors: ['unknown'] }));
  expect(Object.keys(command)).toEqual(['params', 'errors']);
  expect({ ...command }.errors).toEqual(['unknown']);
  expect('result' in command).toBe(false);
  expect(command.params).toBeInstanceOf(z.ZodObject);
  expect(person()).toBeInstanceOf(z.ZodObject);
});

it('a schema that stands in another one, or is made from another one, waits with it', () => {
  const schema = person();
  const team = lazily(() => z.object({ lead: schema, others: z.array(schema.extend({ since: z.string() })) }));
  expect(built).toEqual([]);
  const valid = { lead: { name: 'Ada' }, others: [{ name: 'Bo', since: '2026' }] };
  expect(team.parse(valid)).toEqual(valid);
  expect(team.safeParse({ ...valid, others: [{ name: 'Bo' }] }).success).toBe(false);
  expect(z.toJSONSchema(team)).toEqual(
    z.toJSONSchema(
      z.object({
        lead: z.object({ name: z.string().min(1), age: z.number().optional() }),
        others: z.array(z.object({ name: z.string().min(1), age: z.number().optional(), since: z.string() })),
      }),
    ),
  );
});

// The whole contract was built when a page was loaded, 600 schemas of which a start needs a fifth: 60 ms before the first picture.
it('a program that loads the contract builds no schema of an object', async () => {
  const object = vi.fn(z.object);
  const discriminatedUnion = vi.fn(z.discriminatedUnion);
  vi.doMock('zod', () => ({ z: { ...z, object, discriminatedUnion } }));
  vi.resetModules();
  const { commands } = await import('./index.ts');
  expect([object, discriminatedUnion].map(({ mock }) => mock.calls)).toEqual([[], []]);
  expect(commands['place/list'].params.parse({})).toEqual({});
  expect(object.mock.calls).not.toEqual([]);
  vi.doUnmock('zod');
});
