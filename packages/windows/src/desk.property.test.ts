// Whatever is done to a desk in whatever order: every window and note can be reached, one window at most has the focus, none is lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeskAction } from './action.ts';
import { type Desk, emptyDesk, focusedId, stickyId } from './desk.ts';
import { handles } from './geometry.ts';
import { parse, placesOf, serialise } from './layout.ts';
import { next } from './next.ts';
import { deskRules, isNarrow, sizesOf, stickyArea, workArea } from './rules.ts';
import { stickyViewsOf, viewsOf } from './view.ts';

/** Low limits, so that a short story reaches them. */
const rules = { ...deskRules, windowLimitCount: 4, closedLimitCount: 2, stickies: { ...deskRules.stickies, limitCount: 3 } };
const paneIds = ['chat', 'calendar', 'notes', 'weather', 'tasks', 'documents'];

type Deed = DeskAction | { readonly kind: 'restart' };

const pixel = fc.oneof(
  // Tenths of a pixel: evenly spread, where doubles would nearly all be close to nothing.
  { weight: 12, arbitrary: fc.integer({ min: -10_000, max: 30_000 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e300, 1e300) },
);
const point = fc.record({ x: pixel, y: pixel });
const rect = fc.record({ x: pixel, y: pixel, width: pixel, height: pixel });
const paneId = fc.constantFrom(...paneIds);
const direction = fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const);
const displaySize = fc.record({
  width: fc.integer({ min: 0, max: 4000 }),
  height: fc.oneof(fc.integer({ min: 0, max: 2400 }), fc.integer({ min: 0, max: 300 })),
});

/** Windows that a story names may be open, closed or never heard of: panes with one window are named by their pane. */
const windowId = fc.oneof(paneId, fc.constant('documents:second'));

const noteId = fc.constantFrom('note_1', 'note_2', 'note_3', 'note_4', 'note_5');
/** What can be moved and stretched. */
const thingId = fc.oneof(windowId, noteId.map(stickyId));

function kindOf<Kind extends DeskAction['kind']>(...kinds: readonly [Kind, ...Kind[]]): fc.Arbitrary<Kind> {
  return fc.constantFrom(...kinds);
}

const onWindow = fc.record({
  kind: kindOf('close', 'show', 'minimise', 'enter-full-screen', 'leave-full-screen'),
  id: thingId,
});

const press = fc.record({
  kind: kindOf('press'),
  id: thingId,
  grip: fc.constantFrom('title' as const, ...handles),
  at: point,
});
const drag = fc.record({ kind: kindOf('drag'), to: point });
const exit = fc.record({ kind: kindOf('release', 'cancel', 'interrupt') });

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kindOf('open', 'press-rail'), paneId }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'open', paneId: 'documents', id: 'documents:second' }) },
  { weight: 5, arbitrary: onWindow },
  { weight: 4, arbitrary: fc.oneof(press, drag, exit) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('undo-close', 'show-next', 'show-previous') }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('nudge', 'stretch'), id: thingId, direction, stepPx: pixel }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kindOf('place'),
      id: thingId,
      rect,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('put-note'), noteId, wanted: rect }, { requiredKeys: ['kind', 'noteId'] }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('take-off-note', 'go-to-note'), noteId }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('replace-note'), noteId, by: noteId }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'next-note' }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('display'), size: displaySize }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('pill'), risePx: pixel }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'restart' }) },
);

/** Gestures from beginning to end, perhaps with something happening in between, which single deeds would seldom add up to. */
const wholeGesture = fc
  .tuple(press, fc.array(fc.oneof({ weight: 5, arbitrary: drag }, { weight: 1, arbitrary: deed }), { maxLength: 4 }), exit)
  .map(([first, between, last]): readonly Deed[] => [first, ...between, last]);

const story = fc
  .array(fc.oneof({ weight: 3, arbitrary: deed.map((single) => [single]) }, { weight: 1, arbitrary: wholeGesture }), {
    maxLength: 40,
  })
  .map((parts) => parts.flat());

function done(desk: Desk, deedToDo: Deed): Desk {
  if (deedToDo.kind !== 'restart') return next(desk, deedToDo, rules).desk;
  const start = { ...emptyDesk(desk.display), pillRisePx: desk.pillRisePx };
  const reading = parse(serialise(desk), start, { isKnownPane: (id) => paneIds.includes(id), rules });
  expect(reading).toEqual({ desk: { ...desk, gesture: { kind: 'idle' } }, loss: 'none' });
  return reading.desk;
}

function everyStory(check: (desk: Desk, deedDone: Deed, before: Desk) => void): void {
  fc.assert(
    fc.property(story, (deeds) => {
      let desk = emptyDesk({ width: 1280, height: 800 });
      for (const each of deeds) {
        const before = desk;
        desk = done(before, each);
        check(desk, each, before);
      }
    }),
    { numRuns: 400 },
  );
}

describe('any sequence of actions', () => {
  it('leaves one window in front, the uppermost that is not minimised, or none', () => {
    everyStory((desk) => {
      const visible = desk.stack.filter((id) => desk.windows.some((window) => window.id === id && !window.isMinimised));
      const focused = viewsOf(desk, rules).filter(({ isFocused }) => isFocused);
      expect(focused.map(({ id }) => id)).toEqual(visible.slice(-1));
      expect(focusedId(desk)).toBe(visible.at(-1) ?? null);
    });
  });

  it('leaves every window that is shown with its title bar inside the desk and over the pill, at its smallest size at least', () => {
    everyStory((desk) => {
      const area = workArea(desk.display, rules, desk.pillRisePx);
      for (const { paneId: pane, rect, isShown } of viewsOf(desk, rules)) {
        expect(Object.values(rect).every(Number.isSafeInteger)).toBe(true);
        if (!isShown || isNarrow(desk.display, rules)) continue;
        const { minimum } = sizesOf(pane, rules);
        expect(rect.width).toBeGreaterThanOrEqual(minimum.width);
        expect(rect.height).toBeGreaterThanOrEqual(minimum.height);
        expect(rect.x).toBeGreaterThanOrEqual(area.x);
        expect(rect.x + rect.width).toBeLessThanOrEqual(area.x + area.width);
        expect(rect.y).toBeGreaterThanOrEqual(area.y);
        // Only where not even the smallest window fits may one hang over, and then from the top.
        if (rect.y + rect.height > area.y + area.height) expect([rect.y, rect.height]).toEqual([area.y, minimum.height]);
      }
    });
  });

  it('leaves every window in reach of the rail: at most two clicks bring it to the front', () => {
    everyStory((desk) => {
      for (const { id, paneId: pane } of desk.windows) {
        // Of several windows of one pane the rail finds the foremost; the others are reached by the keyboard.
        if (desk.windows.filter((window) => window.paneId === pane).length > 1) continue;
        const clicked = next(desk, { kind: 'press-rail', paneId: pane }, rules).desk;
        const reached = focusedId(clicked) === id ? clicked : next(clicked, { kind: 'press-rail', paneId: pane }, rules).desk;
        expect(viewsOf(reached, rules).find((view) => view.id === id)).toMatchObject({ isFocused: true, isShown: true });
      }
    });
  });

  it('loses no window and makes none up', () => {
    everyStory((desk, deedDone, before) => {
      const ids = desk.windows.map(({ id }) => id);
      expect([...desk.stack].sort()).toEqual([...ids].sort());
      expect(new Set([...ids, ...desk.closed.map(({ id }) => id)]).size).toBe(ids.length + desk.closed.length);
      const idsBefore = before.windows.map(({ id }) => id);
      expect(ids.filter((id) => !idsBefore.includes(id))).toEqual(openedBy(deedDone, before));
      expect(idsBefore.filter((id) => !ids.includes(id))).toEqual(
        deedDone.kind === 'close' && idsBefore.includes(deedDone.id) ? [deedDone.id] : [],
      );
      expect(ids.length).toBeLessThanOrEqual(rules.windowLimitCount);
    });
  });

  it('changes a gesture only in the order idle, pressed, moving or resizing, idle, and moves no other window by it', () => {
    everyStory((desk, deedDone, before) => {
      const [from, to] = [before.gesture.kind, desk.gesture.kind];
      if (to === 'pressed' && from !== 'pressed') expect(deedDone.kind).toBe('press');
      if ((to === 'moving' || to === 'resizing') && from !== to) {
        expect([from, deedDone.kind]).toEqual(['pressed', 'drag']);
      }
      if (deedDone.kind === 'cancel' || deedDone.kind === 'drag') {
        expect(desk.windows).toBe(before.windows);
        expect(desk.stickies).toBe(before.stickies);
      }
      if (deedDone.kind === 'release' || deedDone.kind === 'interrupt') {
        expect(to).toBe('idle');
        const held = before.gesture.kind === 'idle' ? null : before.gesture.hold.id;
        expect(desk.windows.filter(({ id }) => id !== held)).toEqual(before.windows.filter(({ id }) => id !== held));
        expect(desk.stickies.filter(({ id }) => id !== held)).toEqual(before.stickies.filter(({ id }) => id !== held));
      }
    });
  });

  it('lets go of a window or a note exactly where it was seen in the hand', () => {
    everyStory((desk, deedDone, before) => {
      const { gesture } = before;
      if (deedDone.kind !== 'release' || (gesture.kind !== 'moving' && gesture.kind !== 'resizing')) return;
      const views = [...viewsOf(desk, rules), ...stickyViewsOf(desk, rules)];
      expect(views.find(({ id }) => id === gesture.hold.id)?.rect).toEqual(gesture.frame);
    });
  });

  it('leaves every note wholly on the desk, and its upper edge above the pill', () => {
    const pillTopPx = 84;
    everyStory((desk) => {
      const area = stickyArea(desk.display, rules);
      const { minimum } = rules.stickies;
      for (const { rect: seen } of stickyViewsOf(desk, rules)) {
        expect(Object.values(seen).every(Number.isSafeInteger)).toBe(true);
        expect(seen.x).toBeGreaterThanOrEqual(area.x);
        expect(seen.y).toBeGreaterThanOrEqual(area.y);
        expect(seen.width).toBeGreaterThanOrEqual(minimum.width);
        expect(seen.height).toBeGreaterThanOrEqual(minimum.height);
        // Only where not even the smallest note fits may one hang over, and then from the upper left.
        if (seen.x + seen.width > area.x + area.width) expect([seen.x, seen.width]).toEqual([area.x, minimum.width]);
        if (seen.y + seen.height > area.y + area.height) expect([seen.y, seen.height]).toEqual([area.y, minimum.height]);
        else if (!isNarrow(desk.display, rules)) expect(seen.y + 30).toBeLessThan(desk.display.height - pillTopPx);
      }
    });
  });

  it('loses no note, makes none up, and keeps each once', () => {
    everyStory((desk, deedDone, before) => {
      const notes = desk.stickies.map((sticky) => sticky.noteId);
      const notesBefore = before.stickies.map((sticky) => sticky.noteId);
      expect([...desk.stickyStack].sort()).toEqual(notes.map(stickyId).sort());
      expect(notes).toEqual(notesAfter(deedDone, notesBefore));
      expect(notes.length).toBeLessThanOrEqual(rules.stickies.limitCount);
    });
  });

  it('brings every note on top by going through them', () => {
    everyStory((desk) => {
      const reached = new Set<string | undefined>();
      desk.stickies.reduce((sofar) => {
        const step = next(sofar, { kind: 'next-note' }, rules);
        expect(step.effects).toEqual([{ kind: 'move-focus', id: step.desk.stickyStack.at(-1) }]);
        reached.add(step.desk.stickyStack.at(-1));
        return step.desk;
      }, desk);
      expect(reached).toEqual(new Set(desk.stickyStack));
    });
  });
});

describe('any arrangement', () => {
  it('is the same after the display took any other sizes and came back', () => {
    fc.assert(
      fc.property(story, fc.array(displaySize, { maxLength: 5 }), (deeds, sizes) => {
        const desk = next(deeds.reduce(done, emptyDesk({ width: 1280, height: 800 })), { kind: 'interrupt' }, rules).desk;
        const tour = [...sizes, desk.display].map((size): DeskAction => ({ kind: 'display', size }));
        const home = tour.reduce((sofar, action) => next(sofar, action, rules).desk, desk);
        expect(home).toEqual(desk);
      }),
      { numRuns: 200 },
    );
  });

  it('is taken over whole by a desk with the same windows and notes', () => {
    fc.assert(
      fc.property(story, fc.array(fc.tuple(thingId, point)), (deeds, shifts) => {
        const desk = next(deeds.reduce(done, emptyDesk({ width: 1280, height: 800 })), { kind: 'interrupt' }, rules).desk;
        const moved = shifts.reduce(
          (sofar, [id, to]) => next(sofar, { kind: 'place', id, rect: { ...to, width: 300, height: 300 } }, rules).desk,
          desk,
        );
        const back = next(moved, { kind: 'arrange', places: placesOf(desk) }, rules).desk;
        expect(back.windows.map(({ wanted }) => wanted)).toEqual(desk.windows.map(({ wanted }) => wanted));
        expect(back.stickies).toEqual(desk.stickies);
      }),
      { numRuns: 100 },
    );
  });
});

/** The notes on the desk after a deed, in their order. */
function notesAfter(deedDone: Deed, before: readonly string[]): readonly string[] {
  switch (deedDone.kind) {
    case 'put-note':
      return before.includes(deedDone.noteId) || before.length === rules.stickies.limitCount
        ? before
        : [...before, deedDone.noteId];
    case 'take-off-note':
      return before.filter((id) => id !== deedDone.noteId);
    case 'replace-note':
      return before.includes(deedDone.by) ? before : before.map((id) => (id === deedDone.noteId ? deedDone.by : id));
    default:
      return before;
  }
}

/** The ids that a deed adds to a desk that has room for them. */
function openedBy(deedDone: Deed, before: Desk): readonly string[] {
  const isOpen = (id: string) => before.windows.some((window) => window.id === id);
  if (before.windows.length >= rules.windowLimitCount) return [];
  switch (deedDone.kind) {
    case 'open': {
      const id = deedDone.id ?? deedDone.paneId;
      return isOpen(id) ? [] : [id];
    }
    case 'press-rail':
      return before.windows.some(({ paneId: pane }) => pane === deedDone.paneId) ? [] : [deedDone.paneId];
    case 'undo-close':
      return before.closed.slice(-1).map(({ id }) => id);
    default:
      return [];
  }
}
