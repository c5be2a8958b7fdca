import { describe, expect, it } from 'vitest';
import { handles } from './geometry.ts';
import { type Hold, idleGesture, nextGesture } from './gesture.ts';
import { deskRules } from './rules.ts';
import { driveDesk } from './testing/index.ts';

describe('moving', () => {
  it('starts once the pointer has travelled four pixels, with all of the way', () => {
    const desk = driveDesk().open('Chat').press('Chat');
    desk.moveBy(3, 2).expectWindow('chat', { x: 150, y: 80 });
    desk.moveBy(1, 0).expectWindow('chat', { x: 154, y: 82 });
    // Once moving it follows the pointer back to where it started.
    desk.moveBy(-4, -2).expectWindow('chat', { x: 150, y: 80 });
    desk.moveBy(40, 0).release().expectWindow('chat', { x: 190, y: 80 });
  });

  it('stops at the edges of the work area and picks the pointer up where it left', () => {
    driveDesk()
      .open('Chat')
      .press('Chat')
      .moveBy(-5000, -5000)
      .expectWindow('chat', { x: 112, y: 16 })
      .moveBy(10_000, 10_000)
      .expectWindow('chat', { x: 1280 - 16 - 600, y: 800 - 100 - 500 })
      .moveBy(-5000 + 7, -5000 + 9)
      .release()
      .expectWindow('chat', { x: 157, y: 89 });
  });

  it('stands on whole pixels whatever the pointer reports', () => {
    driveDesk().open('Chat').press('Chat').moveBy(10.4, 20.6).release().expectWindow('chat', { x: 160, y: 101 });
  });
});

describe('resizing', () => {
  it('pulls the sides of each handle and leaves the opposite ones where they are', () => {
    const seen = handles.map((handle) => {
      const { x, y, width, height } = driveDesk().open('Chat').press('Chat', handle).moveBy(10, 20).release().see('chat');
      return [handle, x, y, width, height];
    });
    expect(seen).toEqual([
      ['top', 150, 100, 600, 480],
      ['right', 150, 80, 610, 500],
      ['bottom', 150, 80, 600, 520],
      ['left', 160, 80, 590, 500],
      ['topLeft', 160, 100, 590, 480],
      ['topRight', 150, 100, 610, 480],
      ['bottomLeft', 160, 80, 590, 520],
      ['bottomRight', 150, 80, 610, 520],
    ]);
  });

  it('keeps the smallest size from every side without pushing the window away', () => {
    const seen = handles.map((handle) => {
      const inward = { x: /left$/i.test(handle) ? 5000 : -5000, y: handle.startsWith('top') ? 5000 : -5000 };
      const shrunk = driveDesk().open('Chat').press('Chat', handle).moveBy(inward.x, inward.y).release().see('chat');
      return [handle, shrunk.x, shrunk.y, shrunk.width, shrunk.height];
    });
    expect(seen).toEqual([
      ['top', 150, 430, 600, 150],
      ['right', 150, 80, 320, 500],
      ['bottom', 150, 80, 600, 150],
      ['left', 430, 80, 320, 500],
      ['topLeft', 430, 430, 320, 150],
      ['topRight', 150, 430, 320, 150],
      ['bottomLeft', 430, 80, 320, 150],
      ['bottomRight', 150, 80, 320, 150],
    ]);
  });

  it('stops at the edges of the work area', () => {
    driveDesk()
      .open('Chat')
      .press('Chat', 'topLeft')
      .moveBy(-5000, -5000)
      .release()
      .expectWindow('chat', { x: 112, y: 16, width: 638, height: 564 })
      .press('Chat', 'bottomRight')
      .moveBy(5000, 5000)
      .release()
      .expectWindow('chat', { x: 112, y: 16, width: 1152, height: 684 });
  });
});

describe('the three exits', () => {
  it('Escape puts the window back to where it was', () => {
    driveDesk()
      .open('Chat')
      .press('Chat')
      .moveBy(200, 100)
      .expectWindow('chat', { x: 350, y: 180 })
      .pressEscape()
      .expectWindow('chat', { x: 150, y: 80 })
      .moveBy(50, 0)
      .release()
      .expectWindow('chat', { x: 150, y: 80 });
  });

  it('a pointer that is lost leaves the window where it got to', () => {
    driveDesk().open('Chat').press('Chat').moveBy(200, 100).losePointer().expectWindow('chat', { x: 350, y: 180 });
  });

  it('a press that never moved ends without a change', () => {
    for (const kind of ['release', 'cancel', 'interrupt'] as const) {
      const desk = driveDesk().open('Chat');
      const before = desk.desk;
      desk.press('Chat').act({ kind });
      expect(desk.desk).toEqual(before);
    }
  });

  it('a second press, when the end of the first was never heard of, keeps what the first had reached', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .press('Chat')
      .moveBy(200, 0)
      .press('Notes')
      .moveBy(0, 40)
      .release()
      .expectWindow('chat', { x: 350 })
      .expectWindow('notes', { y: 150 });
  });
});

describe('a window in the hand', () => {
  it('is closed where it got to, so that undo brings it back there', () => {
    driveDesk()
      .open('Chat')
      .press('Chat')
      .moveBy(200, 0)
      .close('Chat')
      .moveBy(10, 0)
      .release()
      .undoClose()
      .expectWindow('chat', { x: 350 });
  });

  it('is let go when it is minimised, fills the screen or the display changes', () => {
    const held = () => driveDesk().open('Chat').press('Chat').moveBy(200, 0);
    expect(held().minimise('Chat').desk.gesture).toEqual(idleGesture);
    expect(held().clickRail('Chat').desk.gesture).toEqual(idleGesture);
    expect(held().enterFullScreen('Chat').desk.gesture).toEqual(idleGesture);
    held().changeDisplay(1100, 700).expectWindow('chat', { x: 350, width: 600 }).moveBy(30, 0).expectWindow('chat', { x: 350 });
  });

  it('stays in the hand while other windows open and close', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .press('Chat')
      .moveBy(200, 0)
      .open('Weather')
      .close('Notes')
      .moveBy(20, 0)
      .release()
      .expectWindow('chat', { x: 370 });
  });

  it('cannot be taken up while it fills the screen', () => {
    driveDesk().open('Chat').enterFullScreen('Chat').press('Chat').moveBy(200, 0).release().expectWindow('chat', { x: 112 });
  });
});

describe('the machine', () => {
  const hold: Hold = {
    id: 'chat',
    at: { x: 100, y: 100 },
    start: { x: 200, y: 200, width: 400, height: 300 },
    area: { x: 112, y: 16, width: 1152, height: 684 },
    minimum: { width: 200, height: 150 },
  };

  it('goes from idle over pressed to moving and asks for a place only at the end', () => {
    const pressed = nextGesture(idleGesture, { kind: 'press', hold, grip: 'title' }, deskRules);
    expect(pressed).toEqual({ gesture: { kind: 'pressed', hold, grip: 'title' }, actions: [] });
    const moving = nextGesture(pressed.gesture, { kind: 'drag', to: { x: 130, y: 90 } }, deskRules);
    const frame = { x: 230, y: 190, width: 400, height: 300 };
    expect(moving).toEqual({ gesture: { kind: 'moving', hold, frame }, actions: [] });
    expect(nextGesture(moving.gesture, { kind: 'release' }, deskRules)).toEqual({
      gesture: { kind: 'idle' },
      actions: [{ kind: 'place', id: 'chat', rect: frame }],
    });
  });

  it('ignores a pointer without a position', () => {
    const { gesture } = nextGesture(idleGesture, { kind: 'press', hold, grip: 'right' }, deskRules);
    expect(nextGesture(gesture, { kind: 'drag', to: { x: Number.NaN, y: 90 } }, deskRules).gesture).toBe(gesture);
  });
});
