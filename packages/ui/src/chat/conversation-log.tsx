// The conversation itself: rows in order, held at the newest end, with a way back to it and a way further up.
import type { AgentDescription } from '@vos/protocol/entities';
import { ArrowDown, Clock3, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { CallActions } from '../cards/call-actions.ts';
import { FailedCalls } from '../cards/failed-calls.tsx';
import { ToolCard } from '../cards/tool-card.tsx';
import { NamedIcon } from '../desk/icon.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { useReach } from './reach.ts';
import { agentIcon, agentName, PRIMARY_AGENT_ID } from './speakers.ts';
import { StreamedBubble } from './streamed-bubble.tsx';
import {
  type AgentEntry,
  buildTimeline,
  entryIdsOf,
  type OutgoingMessage,
  type TimelineRow,
  type TimelineSource,
} from './timeline.ts';
import { useEntryKeys } from './use-entry-keys.ts';
import { useStickToNewest } from './use-stick-to-newest.ts';

/** Nearer to the top than this asks for earlier messages; about one screen of a small window. */
const EARLIER_WITHIN_PX = 320;

export interface ConversationLogProps {
  readonly source: TimelineSource;
  readonly agents: readonly AgentDescription[];
  readonly nowMs: number;
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  readonly onLoadEarlier: () => void;
  readonly onRetry: (messageId: string) => void;
  readonly onDiscard: (messageId: string) => void;
  /** Sends a text that was not answered again, as a new message. */
  readonly onAskAgain: (text: string) => void;
  readonly onCopy: (text: string) => Promise<void>;
  /** Shows how a request was answered. */
  readonly onTrace: (traceId: string) => void;
  readonly callActions: CallActions;
}

export function ConversationLog(props: ConversationLogProps) {
  const { source, nowMs, hasEarlier, isLoadingEarlier, onLoadEarlier } = props;
  const rows = useMemo(() => buildTimeline(source, nowMs), [source, nowMs]);
  const { scrollRef, isAtNewest, onScroll, scrollToNewest } = useStickToNewest(source, source.messages[0]?.id);
  const reachedId = useEntryKeys(
    scrollRef,
    useMemo(() => entryIdsOf(rows), [rows]),
    isAtNewest,
  );
  const unseenCount = useUnseenCount(source, isAtNewest);
  const sentCount = source.outgoing.length;
  const lastSentCount = useRef(sentCount);

  // What the person just sent is always brought into view, wherever they were reading.
  useEffect(() => {
    if (sentCount > lastSentCount.current) scrollToNewest();
    lastSentCount.current = sentCount;
  }, [sentCount, scrollToNewest]);

  return (
    <div className="chat-main">
      <div
        className="chat-scroll"
        role="log"
        aria-label="Conversation"
        aria-live="off"
        ref={scrollRef}
        onScroll={() => {
          onScroll();
          const list = scrollRef.current;
          if (list !== null && list.scrollTop < EARLIER_WITHIN_PX && hasEarlier && !isLoadingEarlier) onLoadEarlier();
        }}
      >
        <div className="chat-rows">
          {hasEarlier && (
            <button
              type="button"
              className="button is-small is-quiet chat-earlier"
              disabled={isLoadingEarlier}
              onClick={onLoadEarlier}
            >
              {isLoadingEarlier ? 'Loading earlier messages…' : 'Show earlier messages'}
            </button>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} reachedId={reachedId} {...props} />
          ))}
        </div>
      </div>
      {!isAtNewest && (
        <button
          type="button"
          className="chat-newest"
          aria-label={unseenCount === 0 ? 'Scroll to newest' : `Scroll to newest, ${unseenCount} new`}
          onClick={scrollToNewest}
        >
          <ArrowDown className="icon" />
          {unseenCount > 0 && <span className="chat-newest-count">{Math.min(unseenCount, 99)}</span>}
        </button>
      )}
    </div>
  );
}

interface RowProps extends ConversationLogProps {
  readonly row: TimelineRow;
  /** The entry that Tab comes to. */
  readonly reachedId: string | undefined;
}

function Row(props: RowProps) {
  const { row, reachedId, source, agents, nowMs, onRetry, onDiscard, onAskAgain, onCopy, onTrace, callActions } = props;
  switch (row.kind) {
    case 'day':
      return <p className="chat-day">{row.label}</p>;
    case 'mine':
      return (
        <div className="turn is-mine">
          <MessageBubble
            author="You"
            text={row.text}
            sentAt={row.sentAt}
            nowMs={nowMs}
            isQueued={row.outgoing !== null}
            entryId={row.key}
            isReached={row.key === reachedId}
            onCopy={onCopy}
          >
            {row.outgoing !== null && <OutgoingLine outgoing={row.outgoing} onRetry={onRetry} onDiscard={onDiscard} />}
          </MessageBubble>
        </div>
      );
    case 'system': {
      const asked = source.messages.find(({ traceId, author }) => traceId === row.message.traceId && author.kind === 'user');
      return (
        <div className="turn is-system">
          <span className="agent-mark">
            <Info className="icon" />
          </span>
          <div className="turn-stack">
            <MessageBubble
              author="System"
              text={row.message.text}
              sentAt={row.message.sentAt}
              nowMs={nowMs}
              entryId={row.message.id}
              isReached={row.message.id === reachedId}
              onCopy={onCopy}
              traceId={row.message.traceId}
              onTrace={onTrace}
            >
              {asked !== undefined && (
                <EntryButton className="ask-again" onClick={() => onAskAgain(asked.text)}>
                  Ask again
                </EntryButton>
              )}
            </MessageBubble>
          </div>
        </div>
      );
    }
    case 'agent':
      return (
        <div className="turn">
          <Avatar agentId={row.agentId} agents={agents} />
          <div className="turn-stack">
            {row.agentId !== PRIMARY_AGENT_ID && <p className="turn-name">{agentName(row.agentId, agents)}</p>}
            {row.entries.map((entry) => (
              <Entry
                key={entry.key}
                entry={entry}
                agentId={row.agentId}
                agents={agents}
                nowMs={nowMs}
                reachedId={reachedId}
                onCopy={onCopy}
                onTrace={onTrace}
                callActions={callActions}
              />
            ))}
          </div>
        </div>
      );
  }
}

interface EntryProps extends Pick<RowProps, 'agents' | 'nowMs' | 'reachedId' | 'onCopy' | 'onTrace' | 'callActions'> {
  readonly entry: AgentEntry;
  readonly agentId: string;
}

function Entry({ entry, agentId, agents, nowMs, reachedId, onCopy, onTrace, callActions }: EntryProps) {
  switch (entry.kind) {
    case 'message':
      return (
        <MessageBubble
          author={agentName(agentId, agents)}
          text={entry.text}
          wholeText={entry.message.text}
          isMarkdown
          sentAt={entry.message.sentAt}
          nowMs={nowMs}
          entryId={entry.message.id}
          isReached={entry.message.id === reachedId}
          foot={entry.foot}
          onCopy={onCopy}
          traceId={entry.message.traceId}
          onTrace={onTrace}
        />
      );
    case 'streamed':
      return <StreamedBubble author={agentName(agentId, agents)} text={entry.text} />;
    case 'failed-calls':
      return <FailedCalls tools={entry.tools} entryId={entry.key} agents={agents} isReached={entry.key === reachedId} />;
    case 'tool':
      return (
        <ToolCard
          tool={entry.tool}
          spending={entry.spending}
          agents={agents}
          actions={callActions}
          nowMs={nowMs}
          isReached={entry.tool.call.id === reachedId}
        />
      );
  }
}

function Avatar({ agentId, agents }: { readonly agentId: string; readonly agents: readonly AgentDescription[] }) {
  return (
    <span className="orb">
      {agentId !== PRIMARY_AGENT_ID && (
        <span className="orb-badge">
          <NamedIcon name={agentIcon(agentId, agents)} />
        </span>
      )}
    </span>
  );
}

interface EntryButtonProps {
  readonly className?: string;
  readonly onClick: () => void;
  readonly children: string;
}

/** What can be done with an entry; Tab comes to it while it is at the entry. */
function EntryButton({ className = '', onClick, children }: EntryButtonProps) {
  return (
    <button type="button" className={`button is-small ${className}`} tabIndex={useReach()} onClick={onClick}>
      {children}
    </button>
  );
}

interface OutgoingLineProps {
  readonly outgoing: OutgoingMessage;
  readonly onRetry: (messageId: string) => void;
  readonly onDiscard: (messageId: string) => void;
}

function OutgoingLine({ outgoing, onRetry, onDiscard }: OutgoingLineProps) {
  switch (outgoing.state) {
    case 'sending':
      return <p className="queued-line">Sending…</p>;
    case 'waiting':
      return (
        <p className="queued-line">
          <Clock3 className="icon" />
          Waiting for the connection
        </p>
      );
    case 'failed':
      return (
        <div className="queued-line is-failed" role="alert">
          <TriangleAlert className="icon" />
          <span>Not sent. {outgoing.problem}</span>
          <EntryButton onClick={() => onRetry(outgoing.id)}>Retry</EntryButton>
          <EntryButton className="is-quiet" onClick={() => onDiscard(outgoing.id)}>
            Discard
          </EntryButton>
        </div>
      );
  }
}

/** How many messages came in while the reader was elsewhere in the list. */
function useUnseenCount({ messages }: TimelineSource, isAtNewest: boolean): number {
  const newestSeenId = useRef<string | undefined>(undefined);
  const newestId = messages.at(-1)?.id;
  if (isAtNewest || newestSeenId.current === undefined) newestSeenId.current = newestId;
  const seenIndex = messages.findLastIndex(({ id }) => id === newestSeenId.current);
  return seenIndex < 0 ? 0 : messages.length - 1 - seenIndex;
}
