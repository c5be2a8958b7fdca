import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPlace, usablePlace, writePlace } from './window-bounds.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const bounds = { x: 100, y: 80, width: 1280, height: 800 };

describe('the place of the window', () => {
  it('is where it was left', () => {
    expect(usablePlace({ bounds, isMaximised: true }, [screen])).toEqual({ bounds, isMaximised: true });
  });

  it('on a second screen is kept while that is there', () => {
    const place = { bounds: { ...bounds, x: 2_400 }, isMaximised: false };
    expect(usablePlace(place, [screen, { ...screen, x: 1920 }])).toEqual(place);
    expect(usablePlace(place, [screen])).toBeUndefined();
  });

  it('is made to fit a smaller screen, and one that small windows can be used on', () => {
    const small = { x: 0, y: 0, width: 1024, height: 700 };
    expect(usablePlace({ bounds, isMaximised: false }, [small])?.bounds).toEqual({ ...bounds, width: 1024, height: 700 });
    expect(usablePlace({ bounds: { ...bounds, width: 200, height: 10 }, isMaximised: false }, [screen])?.bounds).toEqual({
      ...bounds,
      width: 400,
      height: 480,
    });
  });

  it.each([
    ['its title bar would be above the screen', { ...bounds, y: -60 }],
    ['its title bar would be below the screen', { ...bounds, y: 1_050 }],
    ['nearly all of it would be beside the screen', { ...bounds, x: -1_250 }],
  ])('is forgotten when %s', (_, gone) => {
    expect(usablePlace({ bounds: gone, isMaximised: false }, [screen])).toBeUndefined();
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { bounds },
    { bounds: { ...bounds, x: '1' }, isMaximised: false },
    { bounds: null, isMaximised: true },
  ])('is forgotten when what is stored is no place: %j', (stored) => {
    expect(usablePlace(stored, [screen])).toBeUndefined();
  });
});

describe('the file of the place', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vos-place-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives back what was written', () => {
    const file = join(folder, 'window.json');
    writePlace(file, { bounds, isMaximised: false });
    expect(readPlace(file)).toEqual({ bounds, isMaximised: false });
  });

  it('may be missing, damaged or in a folder that cannot be written to', () => {
    const file = join(folder, 'window.json');
    expect(readPlace(file)).toBeUndefined();
    writeFileSync(file, '{"bounds"');
    expect(readPlace(file)).toBeUndefined();
    expect(() => writePlace(join(folder, 'missing', 'window.json'), { bounds, isMaximised: false })).not.toThrow();
  });
});
