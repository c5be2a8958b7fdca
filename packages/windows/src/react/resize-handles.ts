// Where the eight handles lie: invisible, 6 pixels outside the window and 4 inside, over what the window shows.
import type { CSSProperties } from 'react';
import { type Handle, handles } from '../geometry.ts';

const OUTSIDE_PX = 6;
const THICKNESS_PX = 10;

const outside = -OUTSIDE_PX;
/** Without this a finger would scroll instead of resizing. */
const grip: CSSProperties = { touchAction: 'none' };
const corner: CSSProperties = { ...grip, width: THICKNESS_PX, height: THICKNESS_PX };

export const handleStyles: Readonly<Record<Handle, CSSProperties>> = {
  top: { ...grip, top: outside, height: THICKNESS_PX, cursor: 'ns-resize' },
  bottom: { ...grip, bottom: outside, height: THICKNESS_PX, cursor: 'ns-resize' },
  left: { ...grip, left: outside, width: THICKNESS_PX, cursor: 'ew-resize' },
  right: { ...grip, right: outside, width: THICKNESS_PX, cursor: 'ew-resize' },
  topLeft: { ...corner, top: outside, left: outside, cursor: 'nwse-resize' },
  bottomRight: { ...corner, bottom: outside, right: outside, cursor: 'nwse-resize' },
  topRight: { ...corner, top: outside, right: outside, cursor: 'nesw-resize' },
  bottomLeft: { ...corner, bottom: outside, left: outside, cursor: 'nesw-resize' },
};

/** `window-handle is-topLeft` and so on, by which style sheets and tests find them. */
export const handleClasses = Object.fromEntries(handles.map((handle) => [handle, `window-handle is-${handle}`]));
