import { beforeEach, expect, it } from 'vitest';
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
