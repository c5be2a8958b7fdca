import { describe, expect, it } from 'vitest';
import { type Desk, stickyId } from './desk.ts';
import type { Rect } from './geometry.ts';
import { next } from './next.ts';
import { deskRules, STICKY_LIMIT_COUNT } from './rules.ts';
import { driveDesk } from './testing/index.ts';
import { stickyViewsOf } from './view.ts';

const id = stickyId('note_1');
const rectOf = (desk: Desk, noteId = 'note_1'): Rect | undefined =>
  stickyViewsOf(desk, deskRules).find((sticky) => sticky.noteId === noteId)?.rect;
const put = (noteId: string, wanted?: Rect) =>
  ({ kind: 'put-note', noteId, ...(wanted === undefined ? {} : { wanted }) }) as const;

describe('a note that is put on the desk', () => {
  it('lands where no window and no other note is', () => {
    const { desk } = driveDesk({ display: { width: 1440, height: 900 } })
      .open('Chat')
      .act({ kind: 'place', id: 'chat', rect: { x: 800, y: 16, width: 600, height: 500 } })
      .act(put('note_1'), put('note_2'));
    expect(rectOf(desk)).toEqual({ x: 1160, y: 544, width: 240, height: 250 });
    expect(rectOf(desk, 'note_2')).toEqual({ x: 896, y: 544, width: 240, height: 250 });
  });

  it('lies over windows where they are everywhere, and over no other note while there is room beside it', () => {
    const { desk } = driveDesk().open('Chat').enterFullScreen('Chat').act(put('note_1'), put('note_2'));
    expect([rectOf(desk), rectOf(desk, 'note_2')]).toEqual([
      { x: 1000, y: 40, width: 240, height: 250 },
      { x: 1000, y: 328, width: 240, height: 250 },
    ]);
  });

  it('stays where it is when it is put there again, on top', () => {
    const desk = driveDesk().act(put('note_1'), put('note_2'));
    const before = rectOf(desk.desk);
    desk.act(put('note_1', { x: 300, y: 300, width: 240, height: 250 }));
    expect(rectOf(desk.desk)).toEqual(before);
    expect(desk.desk.stickyStack.at(-1)).toBe(id);
  });

  it('is refused where as many lie as a desk holds, and the desk says so', () => {
    const desk = driveDesk();
    for (let index = 0; index <= STICKY_LIMIT_COUNT; index += 1) desk.act(put(`note_${index}`));
    expect(desk.desk.stickies).toHaveLength(STICKY_LIMIT_COUNT);
    expect(desk.effects).toEqual([{ kind: 'limit-reached', of: 'notes', limitCount: STICKY_LIMIT_COUNT }]);
  });
});

describe('a note on the desk', () => {
  const start = { x: 300, y: 100, width: 240, height: 250 };

  it('is dragged, stretched and moved by keys, down to the lower edge beside the pill', () => {
    const desk = driveDesk().act(put('note_1', start), { kind: 'press', id, grip: 'title', at: { x: 310, y: 110 } });
    desk.act({ kind: 'drag', to: { x: 330, y: 2000 } }, { kind: 'release' });
    expect(rectOf(desk.desk)).toEqual({ ...start, x: 320, y: 534 });
    desk.act({ kind: 'press', id, grip: 'topLeft', at: { x: 320, y: 534 } }, { kind: 'drag', to: { x: 310, y: 700 } });
    desk.act({ kind: 'release' }, { kind: 'nudge', id, direction: 'right', stepPx: 16 });
    expect(rectOf(desk.desk)).toEqual({ x: 326, y: 664, width: 250, height: 120 });
    desk.act({ kind: 'stretch', id, direction: 'left', stepPx: 16 });
    expect(rectOf(desk.desk)?.width).toBe(234);
  });

  it('goes back to where it was when a drag is cancelled, and stays in the hand of nobody when it is taken off', () => {
    const desk = driveDesk().act(put('note_1', start), { kind: 'press', id, grip: 'title', at: { x: 310, y: 110 } });
    desk.act({ kind: 'drag', to: { x: 500, y: 300 } }, { kind: 'cancel' });
    expect(rectOf(desk.desk)).toEqual(start);
    desk.act({ kind: 'press', id, grip: 'title', at: { x: 310, y: 110 } }, { kind: 'take-off-note', noteId: 'note_1' });
    expect([desk.desk.stickies, desk.desk.gesture.kind]).toEqual([[], 'idle']);
  });

  it('comes in when the display shrinks and goes back to its place when it grows again', () => {
    const far = { x: 1600, y: 760, width: 240, height: 250 };
    const desk = driveDesk({ display: { width: 1920, height: 1080 } }).act(put('note_1', far));
    desk.changeDisplay(1024, 640);
    expect(rectOf(desk.desk)).toEqual({ ...far, x: 768, y: 374 });
    desk.changeDisplay(600, 800);
    expect(rectOf(desk.desk)).toEqual({ ...far, x: 352, y: 474 });
    desk.restart({ width: 1920, height: 1080 });
    expect(rectOf(desk.desk)).toEqual(far);
  });

  it('leaves its place to the note it was kept as', () => {
    const { desk } = driveDesk().act(put('note_1', start), { kind: 'replace-note', noteId: 'note_1', by: 'note_9' });
    expect([rectOf(desk), rectOf(desk, 'note_9')]).toEqual([undefined, start]);
  });

  it('is no window: the window in front stays in front, whatever is done to it', () => {
    const desk = driveDesk().open('Chat').act(put('note_1'), { kind: 'show', id }, { kind: 'close', id });
    desk.expectFocus('Chat');
    expect(desk.desk.stickies).toHaveLength(1);
    expect(next(desk.desk, { kind: 'open', paneId: 'notes', id }, deskRules).desk).toBe(desk.desk);
  });
});
