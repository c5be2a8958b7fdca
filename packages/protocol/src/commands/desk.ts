// How windows stand on the desk of one client. The host keeps the texts and does not read them: the desk belongs to who shows it.
import { z } from 'zod';
import { identifier } from '../entities/shared.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

/** The longest layout that is kept, in UTF-16 units. Thirty windows and twenty closed ones with long names need a quarter of it. */
const LAYOUT_TEXT_LIMIT = 64 * 1024;

/** The size of a display in CSS pixels: `1280x800`. */
const layoutKey = z.string().regex(/^[1-9]\d{0,5}x[1-9]\d{0,5}$/, 'is not the size of a display');

export const deskCommands = {
  'desk/read': lazily(() => ({
    params: z.object({ clientId: identifier }),
    /** The layout saved last comes first. */
    result: z.object({ layouts: z.array(z.object({ key: layoutKey, layout: z.string() })) }),
    errors: [],
  })),
  /** Takes the place of what this client saved for that display before. */
  'desk/save': lazily(() => ({
    params: z.object({
      clientId: identifier,
      key: layoutKey,
      layout: z.string().max(LAYOUT_TEXT_LIMIT, `is longer than ${LAYOUT_TEXT_LIMIT.toLocaleString('en')} characters`),
    }),
    result: z.object({}),
    errors: [],
  })),
} as const satisfies CommandTable;
