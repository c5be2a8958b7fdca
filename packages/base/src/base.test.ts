import { describe, expect, it } from 'vitest';
import { createDisposer, randomIds } from './index.ts';
import { createFakeClock } from './testing/index.ts';

describe('ids', () => {
  it('sort by the time they were made, also while the clock stands still or steps back', () => {
    const clock = createFakeClock();
    const ids = randomIds(clock);
    const made: string[] = [];
    for (let round = 0; round < 10_000; round += 1) {
      if (round === 5_000) clock.jump(-60_000);
      made.push(ids.next('note'));
    }
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    expect(made[0]).toMatch(/^note_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  });
});

describe('a fake clock', () => {
  it('runs what falls due in order, including what callbacks schedule', async () => {
    const clock = createFakeClock();
    const ran: string[] = [];
    clock.schedule(20, () => ran.push('second'));
    clock.schedule(10, () => {
      ran.push('first');
      clock.schedule(5, () => ran.push('nested'));
    });
    const cancel = clock.schedule(15, () => ran.push('never'));
    cancel();
    await clock.advance(30);
    expect(ran).toEqual(['first', 'nested', 'second']);
    expect(clock.pending()).toBe(0);
  });
});

describe('a disposer', () => {
  it('runs every end once, last first, and reports the first failure after all of them', async () => {
    const disposer = createDisposer();
    const ended: string[] = [];
    disposer.add(() => void ended.push('database'));
    disposer.add(() => {
      throw new Error('socket');
    });
    disposer.add(async () => void ended.push('worker'));
    await expect(disposer.dispose()).rejects.toThrow('socket');
    await expect(disposer.dispose()).rejects.toThrow('socket');
    expect(ended).toEqual(['worker', 'database']);
  });
});
