// Facts the host tells every client, in the past tense. They fill or invalidate what a query answered.
import { z } from 'zod';
import { activity, toolCall } from './entities/agent.ts';
import { deadLetter } from './entities/dead-letter.ts';
import { conversation, message } from './entities/message.ts';
import { noteSummary } from './entities/note.ts';
import { approval, finding, uncertainEffect } from './entities/permission.ts';
import { settingsView } from './entities/settings.ts';
import { identifier } from './entities/shared.ts';
import { turnSpending } from './entities/spending.ts';
import { savedPlace } from './entities/weather.ts';
import { lazily } from './lazily.ts';

const attempt = lazily(() => z.object({ conversationId: identifier, turnId: identifier, attempt: z.number().int().positive() }));

export const events = {
  'message/added': lazily(() => z.object({ message })),
  /** Started, renamed or written in. */
  'conversation/changed': lazily(() => z.object({ conversation })),
  'conversation/removed': lazily(() => z.object({ id: identifier })),
  'conversation/restored': lazily(() => z.object({ id: identifier })),
  /** A piece of a reply as it is written; `offset` is where it starts, in UTF-16 units. */
  'reply/streamed': lazily(() => attempt.extend({ offset: z.number().int().nonnegative(), text: z.string() })),
  /** That attempt failed: what was streamed of it is no longer meant. */
  'reply/withdrawn': lazily(() => attempt),
  'tool/started': lazily(() => z.object({ toolCall })),
  'tool/finished': lazily(() => z.object({ toolCall })),
  'agent/changed': lazily(() => z.object({ activity })),
  /** What a turn used so far, in place of what was told of it before. */
  'turn/charged': lazily(() => z.object({ spending: turnSpending })),
  /** A request was set aside, or came back into the list after it was dropped. */
  'dead-letter/added': lazily(() => z.object({ letter: deadLetter })),
  'dead-letter/retried': lazily(() => z.object({ id: z.string() })),
  'dead-letter/dropped': lazily(() => z.object({ id: z.string() })),
  /** An agent waits for the person's decision. */
  'approval/asked': lazily(() => z.object({ approval })),
  /** It was decided, or the request ended before. */
  'approval/decided': lazily(() => z.object({ approval })),
  /** Something was begun outside, and nobody knows whether it happened. */
  'effect/uncertain': lazily(() => z.object({ effect: uncertainEffect })),
  'effect/settled': lazily(() => z.object({ id: identifier })),
  /** A standing decision was made or taken back: what was read of them is old. */
  'permission/changed': lazily(() => z.object({})),
  /** The observer saw something in a request. */
  'finding/added': lazily(() => z.object({ finding })),
  'request/stopped': lazily(() => z.object({ traceId: identifier, conversationId: identifier })),
  /** Made or changed; `changedBy` is `user` or an agent's id. */
  'note/changed': lazily(() => z.object({ note: noteSummary, changedBy: z.string() })),
  'note/removed': lazily(() => z.object({ id: identifier })),
  'place/added': lazily(() => z.object({ place: savedPlace })),
  'place/removed': lazily(() => z.object({ id: identifier })),
  /** What does not work right now, as `session/open` tells it; each a sentence to show. */
  'notice/changed': lazily(() => z.object({ notices: z.array(z.string()) })),
  /** Everything a settings window shows, as it is now. */
  'settings/changed': lazily(() => z.object({ view: settingsView })),
} as const satisfies Readonly<Record<`${string}/${string}`, z.ZodType>>;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = z.output<Events[Name]>;

/** An event as it travels. `seq` counts all events of one host start without gaps; `topic` names what it is about. */
export type HostEvent = {
  [Name in EventName]: {
    readonly name: Name;
    readonly topic: string;
    readonly seq: number;
    readonly payload: EventPayload<Name>;
  };
}[EventName];
