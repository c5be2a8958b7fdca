import { describe, expect, it } from 'vitest';
import { railStateOf } from './desk.ts';
import { deskRules, WINDOW_LIMIT_COUNT } from './rules.ts';
import { driveDesk } from './testing/index.ts';

describe('opening', () => {
  it('gives each window its own size and the next place of the cascade', () => {
    driveDesk({ display: { width: 1920, height: 1080 } })
      .open('Chat', 'Calendar', 'Notes', 'Weather', 'Tasks')
      .expectWindow('chat', { x: 150, y: 80, width: 600, height: 500 })
      .expectWindow('calendar', { x: 180, y: 110, width: 900, height: 650 })
      .expectWindow('notes', { x: 210, y: 140, width: 550, height: 450 })
      .expectWindow('weather', { x: 240, y: 170, width: 480, height: 520 })
      .expectWindow('tasks', { x: 270, y: 200, width: 450, height: 350 })
      .expectFocus('Tasks');
  });

  it('takes the place that a moved or closed window left', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .close('Chat')
      .open('Weather')
      .expectWindow('weather', { x: 150, y: 80 })
      .press('Weather')
      .moveBy(300, 0)
      .release()
      .open('Tasks')
      .expectWindow('tasks', { x: 150, y: 80 });
  });

  it('starts the cascade over where the display ends', () => {
    // At 800 pixels a window 350 high has rows at 80, 110 … 350: ten of them, then the first again, further right.
    const desk = driveDesk();
    for (let turn = 0; turn < 11; turn += 1) desk.open(`Pane${turn}`);
    desk.expectWindow('pane9', { x: 420, y: 350 }).expectWindow('pane10', { x: 450, y: 80 });
  });

  it('shows a window that is open already instead of opening it twice', () => {
    driveDesk().open('Chat', 'Notes').minimise('Chat').open('Chat').expectOrder('notes', 'chat').expectFocus('Chat');
  });

  it('refuses one window more than the limit and says so', () => {
    const desk = driveDesk();
    for (let turn = 0; turn < WINDOW_LIMIT_COUNT; turn += 1) desk.open(`Pane${turn}`);
    const before = desk.desk;
    desk.open('Late');
    expect(desk.desk).toBe(before);
    expect(desk.effects).toEqual([{ kind: 'limit-reached', of: 'windows', limitCount: WINDOW_LIMIT_COUNT }]);
  });

  it('treats a pane named like a property of every object as any other pane', () => {
    driveDesk().open('constructor', '__proto__').expectWindow('constructor', { width: 450, height: 350 });
  });
});

describe('a click on the rail', () => {
  // The earlier desk minimised a window that lay behind another, so that it took two clicks to see it.
  it('raises a window that lies behind another', () => {
    driveDesk().open('Chat', 'Notes').clickRail('Chat').expectWindow('chat', { isMinimised: false }).expectFocus('Chat');
  });

  it('minimises only the window in front, and the one behind it gets the focus', () => {
    driveDesk().open('Chat', 'Notes').clickRail('Notes').expectWindow('notes', { isMinimised: true }).expectFocus('Chat');
  });

  it('brings a minimised window back in front', () => {
    driveDesk().open('Chat', 'Notes').minimise('Chat').clickRail('Chat').expectFocus('Chat').expectOrder('notes', 'chat');
  });

  it('opens what is closed', () => {
    driveDesk().clickRail('Chat').expectFocus('Chat');
  });

  it('knows for each pane whether it is closed, minimised, open or current', () => {
    const { desk } = driveDesk().open('Chat', 'Notes', 'Weather').minimise('Chat');
    expect(['chat', 'notes', 'weather', 'tasks'].map((paneId) => railStateOf(desk, paneId))).toEqual([
      'minimised',
      'open',
      'current',
      'closed',
    ]);
  });

  it('acts on the foremost window of a pane that has several', () => {
    driveDesk()
      .act({ kind: 'open', paneId: 'documents', id: 'documents:a' }, { kind: 'open', paneId: 'documents', id: 'documents:b' })
      .open('Chat')
      .clickRail('Documents')
      .expectOrder('documents:a', 'chat', 'documents:b')
      .clickRail('Documents')
      .expectWindow('documents:b', { isMinimised: true })
      .expectFocus('Chat');
  });
});

describe('order', () => {
  // The earlier desk raised a window by its title bar only.
  it('raises a window at a click anywhere in it', () => {
    driveDesk().open('Chat', 'Notes').clickInside('Chat').expectOrder('notes', 'chat').expectFocus('Chat');
  });

  it('raises a window that is pressed without being moved', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .press('Chat')
      .moveBy(3, 0)
      .release()
      .expectFocus('Chat')
      .expectWindow('chat', { x: 150, y: 80 });
  });

  it('goes through all windows in view by keyboard, forth and back, and sends the keys there', () => {
    const desk = driveDesk().open('Chat', 'Notes', 'Weather', 'Tasks').minimise('Tasks');
    desk.act({ kind: 'show-next' }).expectFocus('Chat');
    desk.act({ kind: 'show-next' }).expectFocus('Notes');
    desk.act({ kind: 'show-next' }).expectFocus('Weather');
    desk.act({ kind: 'show-previous' }).expectFocus('Notes').act({ kind: 'show-previous' }).expectFocus('Chat');
    expect(desk.effects.map((effect) => (effect.kind === 'move-focus' ? effect.id : effect.kind))).toEqual([
      'chat',
      'notes',
      'weather',
      'notes',
      'chat',
    ]);
  });

  it('has no window in front when all are minimised', () => {
    driveDesk().open('Chat', 'Notes').minimise('Chat').minimise('Notes').expectFocus(null);
  });
});

describe('full screen', () => {
  // The earlier desk sent a window that filled the screen to the back.
  it('fills the work area in front of the others and goes back to where it was', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .enterFullScreen('Chat')
      .expectWindow('chat', { x: 112, y: 16, width: 1152, height: 684, isFullScreen: true, isMovable: false })
      .expectFocus('Chat')
      .leaveFullScreen('Chat')
      .expectWindow('chat', { x: 150, y: 80, width: 600, height: 500, isFullScreen: false });
  });

  it('lasts through minimising, and other windows can be raised over it', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .enterFullScreen('Chat')
      .clickRail('Notes')
      .expectFocus('Notes')
      .minimise('Chat')
      .clickRail('Chat')
      .expectWindow('chat', { width: 1152, isFullScreen: true });
  });

  it('is ended by putting the window somewhere', () => {
    driveDesk()
      .open('Chat')
      .enterFullScreen('Chat')
      .act({ kind: 'place', id: 'chat', rect: { x: 200, y: 100, width: 500, height: 400 } })
      .expectWindow('chat', { x: 200, y: 100, width: 500, height: 400, isFullScreen: false });
  });
});

describe('closing', () => {
  it('can be undone: the window comes back as it was, in front', () => {
    driveDesk()
      .open('Chat', 'Notes')
      .press('Chat')
      .moveBy(100, 50)
      .release()
      .press('Chat', 'right')
      .moveBy(60, 0)
      .release()
      .close('Chat')
      .expectFocus('Notes')
      .undoClose()
      .expectWindow('chat', { x: 250, y: 130, width: 660, height: 500 })
      .expectFocus('Chat');
  });

  it('is undone window by window, the latest first, and a window that is open again is not brought back twice', () => {
    driveDesk()
      .open('Chat', 'Notes', 'Weather')
      .close('Chat')
      .close('Weather')
      .close('Notes')
      .open('Weather')
      .undoClose()
      .undoClose()
      .undoClose()
      .expectOrder('weather', 'notes', 'chat');
  });

  it('remembers a bounded number of windows', () => {
    const desk = driveDesk();
    for (let turn = 0; turn < 50; turn += 1) desk.open(`Pane${turn}`).close(`Pane${turn}`);
    expect(desk.desk.closed.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `pane${index + 30}`));
    expect(deskRules.closedLimitCount).toBe(20);
  });
});

describe('the keyboard', () => {
  it('moves and stretches a window by steps and stops at the edges of the desk', () => {
    const desk = driveDesk().open('Chat');
    desk.act({ kind: 'nudge', id: 'chat', direction: 'right', stepPx: 16 }).expectWindow('chat', { x: 166, y: 80 });
    desk.act({ kind: 'nudge', id: 'chat', direction: 'up', stepPx: 4 }).expectWindow('chat', { x: 166, y: 76 });
    desk.act({ kind: 'stretch', id: 'chat', direction: 'down', stepPx: 16 }).expectWindow('chat', { y: 76, height: 516 });
    for (let turn = 0; turn < 40; turn += 1) desk.act({ kind: 'stretch', id: 'chat', direction: 'left', stepPx: 16 });
    desk.expectWindow('chat', { x: 166, width: 320 });
    for (let turn = 0; turn < 40; turn += 1) desk.act({ kind: 'nudge', id: 'chat', direction: 'left', stepPx: 16 });
    desk.expectWindow('chat', { x: 112, width: 320 });
  });

  it('moves no window that fills the screen', () => {
    driveDesk()
      .open('Chat')
      .enterFullScreen('Chat')
      .act({ kind: 'nudge', id: 'chat', direction: 'right', stepPx: 16 })
      .expectWindow('chat', { x: 112, isFullScreen: true });
  });
});

describe('actions that mean nothing', () => {
  it('leave the very same desk', () => {
    const { desk } = driveDesk().open('Chat');
    const acted = driveDesk().open('Chat');
    const before = acted.desk;
    acted
      .act({ kind: 'close', id: 'nobody' }, { kind: 'minimise', id: 'nobody' }, { kind: 'show', id: 'chat' })
      .act({ kind: 'leave-full-screen', id: 'chat' }, { kind: 'show-next' }, { kind: 'undo-close' })
      .act({ kind: 'release' }, { kind: 'drag', to: { x: 9, y: 9 } }, { kind: 'cancel' })
      .act({ kind: 'display', size: { width: 0, height: 0 } }, { kind: 'display', size: { width: Number.NaN, height: 900 } })
      .act({ kind: 'place', id: 'chat', rect: { x: Number.NaN, y: 0, width: 1, height: 1 } })
      .act({ kind: 'place', id: 'chat', rect: { x: 1e9, y: 0, width: 300, height: 300 } });
    expect(acted.desk).toBe(before);
    expect(acted.desk).toEqual(desk);
  });
});
