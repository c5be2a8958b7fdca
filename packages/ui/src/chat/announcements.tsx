// What a screen reader is told of a conversation while the focus is elsewhere. The log itself is silent: it also changes while older
// messages load and words stream in.
import type { AgentDescription } from '@vos/protocol/entities';
import { useRef } from 'react';
import { wishWords } from '../effect-words.ts';
import type { TimelineSource } from './timeline.ts';
import { harmless } from '../harmless.ts';

/** Longer replies are announced by their beginning; the message itself can be read in full. */
const ANNOUNCED_CHARACTERS = 400;

export interface AnnouncementProps {
  readonly source: TimelineSource;
  readonly isLoaded: boolean;
}

/** Says each finished reply once; not the one that was there when the chat opened. */
export function NewestReply({ source, isLoaded }: AnnouncementProps) {
  const newest = source.messages.at(-1);
  const foundId = useRef<string | null | undefined>(undefined);
  if (isLoaded && foundId.current === undefined) foundId.current = newest?.id ?? null;
  const isNews = isLoaded && newest !== undefined && newest.author.kind !== 'user' && newest.id !== foundId.current;
  return (
    <p className="visually-hidden" role="status" aria-label="Newest reply">
      {isNews ? harmless(newest.text.slice(0, ANNOUNCED_CHARACTERS)) : ''}
    </p>
  );
}

/** Says what waits for the person, also what waited when the chat opened: nothing goes on without them. */
export function NewestQuestion({
  source,
  isLoaded,
  agents,
}: AnnouncementProps & { readonly agents: readonly AgentDescription[] }) {
  const newest = source.toolCalls.findLast(
    ({ call, approval, uncertain }) =>
      (call.state === 'waiting' && approval?.state === 'waiting') || (call.state === 'uncertain' && uncertain !== undefined),
  );
  return (
    <p className="visually-hidden" role="status" aria-label="Waits for you">
      {isLoaded && newest !== undefined ? harmless(sentenceOf(newest, agents)) : ''}
    </p>
  );
}

function sentenceOf(
  { call, approval, uncertain }: TimelineSource['toolCalls'][number],
  agents: readonly AgentDescription[],
): string {
  if (call.state === 'waiting')
    return `${wishWords(call, agents)}. ${approval?.reasonText ?? ''} Allow it or not in the conversation.`;
  return `${wishWords(call, agents, 'wanted')}, and it is not known whether that was done. ${uncertain?.known ?? ''}`;
}
