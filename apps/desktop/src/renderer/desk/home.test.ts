import { type Desk, emptyDesk, next, type Rect } from '@vos/windows';
import { describe, expect, it } from 'vitest';
import { besidePlace, homeRules, placeBeside } from './home.ts';

const large = { width: 1920, height: 1080 };
const nothing: ReadonlyMap<string, Rect> = new Map();

function deskWith(display: { width: number; height: number }, places: Readonly<Record<string, Rect>>): Desk {
  let desk = emptyDesk(display);
  for (const paneId of Object.keys(places)) desk = next(desk, { kind: 'open', paneId }, homeRules).desk;
  return next(desk, { kind: 'arrange', places: new Map(Object.entries(places)) }, homeRules).desk;
}

describe('a new window', () => {
  it('stands beside the chat and then beside the others, from the upper left on', () => {
    const chat = besidePlace(large);
    expect(placeBeside(deskWith(large, { chat }), 'notes', nothing)).toEqual({ x: 592, y: 32, width: 550, height: 450 });
    const notes = { x: 592, y: 32, width: 550, height: 450 };
    expect(placeBeside(deskWith(large, { chat, notes }), 'weather', nothing)).toEqual({
      x: 1166,
      y: 32,
      width: 480,
      height: 520,
    });
  });

  it('goes below where there is no room at the side', () => {
    const chat = besidePlace(large);
    const wide = { x: 592, y: 32, width: 1200, height: 400 };
    expect(placeBeside(deskWith(large, { chat, wide }), 'notes', nothing)).toMatchObject({ x: 592, y: 456 });
  });

  it('takes the room that a window leaves which moves aside for it', () => {
    const desk = deskWith(large, { chat: { x: 500, y: 32, width: 900, height: 900 } });
    expect(placeBeside(desk, 'notes', nothing)).toBeNull();
    expect(placeBeside(desk, 'notes', new Map([['chat', besidePlace(large)]]))).toMatchObject({ x: 592, y: 32 });
  });

  it('covers others only where there is no other place, as on a small display', () => {
    const small = { width: 1280, height: 800 };
    const desk = deskWith(small, { chat: besidePlace(small), notes: { x: 592, y: 32, width: 550, height: 450 } });
    expect(placeBeside(desk, 'weather', nothing)).toBeNull();
    expect(placeBeside(deskWith({ width: 600, height: 900 }, {}), 'notes', nothing)).toBeNull();
  });

  it('is narrower rather than over the chat, so that an answer is seen beside it', () => {
    const small = { width: 1280, height: 800 };
    expect(placeBeside(deskWith(small, { chat: besidePlace(small) }), 'settings', nothing)).toEqual({
      x: 592,
      y: 32,
      width: 656,
      height: 650,
    });
  });

  it('does not mind windows that are minimised', () => {
    const desk = deskWith(large, { chat: { x: 112, y: 16, width: 1792, height: 900 } });
    const minimised = next(desk, { kind: 'minimise', id: 'chat' }, homeRules).desk;
    expect(placeBeside(minimised, 'notes', nothing)).toMatchObject({ x: 128, y: 32 });
  });
});
