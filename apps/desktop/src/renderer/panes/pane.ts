// What a window is to the desk: enough to draw it, open it and tell when it has news, nothing of what is in it.
import type { HostEvent } from '@vos/protocol';
import type { Part } from '../desk/part.ts';
import type { Shortcut } from '../desk/shortcut.ts';

export interface Pane {
  readonly id: string;
  /** Name of its icon. */
  readonly icon: string;
  readonly title: string;
  /** What is in its window. */
  readonly contents: Part;
  /** Whether its item stands at the foot of the rail, apart from the windows one works in. */
  readonly isAtFoot?: boolean;
  /** What a menu, the palette or a key can do with it. */
  readonly commands: readonly PaneCommand[];
  /** Whether an event is something the person will want to see in this window. */
  readonly isNews: (event: HostEvent) => boolean;
}

export interface PaneCommand {
  /** As a menu shows it: “Open chat”. */
  readonly title: string;
  readonly shortcut: Shortcut;
  readonly does: 'open';
}
