// How notes come to lie on the desk and leave it. Moving and stretching them is the same as for windows and stands there.
import { type Desk, type Sticky, stickyId, stickyOf } from './desk.ts';
import { freePlace } from './free-place.ts';
import { type Rect, soundRect } from './geometry.ts';
import { type DeskRules, workArea } from './rules.ts';
import { stickyRect } from './standing.ts';
import { viewsOf } from './view.ts';

/** The desk with the note on top of the others: at `wanted`, else where there is room. A desk that is full comes back unchanged. */
export function put(desk: Desk, noteId: string, wanted: Rect | undefined, rules: DeskRules): Desk {
  const id = stickyId(noteId);
  if (stickyOf(desk, id) !== undefined) return raised(desk, id);
  if (desk.stickies.length >= rules.stickies.limitCount) return desk;
  const place = wanted === undefined ? null : soundRect(wanted);
  const sticky: Sticky = { id, noteId, wanted: place ?? roomFor(desk, rules) };
  return { ...desk, stickies: [...desk.stickies, sticky], stickyStack: [...desk.stickyStack, id] };
}

export function takenOff(desk: Desk, noteId: string): Desk {
  const id = stickyId(noteId);
  if (stickyOf(desk, id) === undefined) return desk;
  return {
    ...desk,
    stickies: desk.stickies.filter((sticky) => sticky.id !== id),
    stickyStack: desk.stickyStack.filter((other) => other !== id),
  };
}

/** Another note in the place of one, as after it was kept under a new id. Nothing happens where that one lies on the desk already. */
export function replaced(desk: Desk, noteId: string, by: string): Desk {
  const [id, byId] = [stickyId(noteId), stickyId(by)];
  if (stickyOf(desk, id) === undefined || stickyOf(desk, byId) !== undefined) return desk;
  return {
    ...desk,
    stickies: desk.stickies.map((sticky) => (sticky.id === id ? { ...sticky, id: byId, noteId: by } : sticky)),
    stickyStack: desk.stickyStack.map((other) => (other === id ? byId : other)),
  };
}

export function raised(desk: Desk, id: string): Desk {
  if (stickyOf(desk, id) === undefined || desk.stickyStack.at(-1) === id) return desk;
  return { ...desk, stickyStack: [...desk.stickyStack.filter((other) => other !== id), id] };
}

function roomFor(desk: Desk, rules: DeskRules): Rect {
  const windows = viewsOf(desk, rules).filter(({ isShown }) => isShown);
  const taken = [...windows.map(({ rect }) => rect), ...desk.stickies.map((sticky) => stickyRect(desk, sticky, rules))];
  return freePlace(rules.stickies.initial, taken, workArea(desk.display, rules));
}
