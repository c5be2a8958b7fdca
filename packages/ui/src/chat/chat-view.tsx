// The chat window's contents: banner, conversation or empty state, foot. Props in, callbacks out; it knows no host.
import type { Clock } from '@vos/base';
import type { Activity, AgentDescription } from '@vos/protocol/entities';
import { TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConnectionBanner, type ConnectionState } from './connection-banner.tsx';
import { ConversationLog } from './conversation-log.tsx';
import { ConversationBar, ConversationPanel, type ConversationsProps } from './conversation-panel.tsx';
import { EmptyChat } from './empty-chat.tsx';
import type { TimelineSource } from './timeline.ts';
import { useNow } from './use-now.ts';
import { WorkingLine } from './working-line.tsx';

/** Labels such as “5m ago” change once a minute; twice as often keeps them right without being noticed. */
const LABEL_INTERVAL_MS = 30_000;

/** Up to this width the list of conversations lies over the conversation; the same number stands in chat.css. */
const LIST_BESIDE_ABOVE_PX = 600;

export type ChatLoading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly sentence: string };

export interface ChatViewProps {
  readonly source: TimelineSource;
  readonly loading: ChatLoading;
  readonly activities: readonly Activity[];
  readonly agents: readonly AgentDescription[];
  readonly model: { readonly label: string; readonly description: string } | null;
  /** What does not work right now, each a sentence. */
  readonly notices: readonly string[];
  readonly onDismissNotice: (notice: string) => void;
  readonly connection: ConnectionState;
  readonly onTryNow: () => void;
  readonly onReload: () => void;
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  readonly onLoadEarlier: () => void;
  readonly onSend: (text: string) => void;
  readonly onRetry: (messageId: string) => void;
  readonly onDiscard: (messageId: string) => void;
  readonly onCopy: (text: string) => Promise<void>;
  /** Shows how a request was answered. */
  readonly onTrace: (traceId: string) => void;
  readonly list: ConversationsProps;
  readonly clock: Clock;
}

export function ChatView(props: ChatViewProps) {
  const { source, loading, activities, agents, model, notices, connection, clock } = props;
  const hasRunningCall = source.toolCalls.some(({ call }) => call.state === 'running');
  const nowMs = useNow(clock, hasRunningCall ? 1000 : LABEL_INTERVAL_MS);
  const isEmpty =
    source.messages.length === 0 &&
    source.outgoing.length === 0 &&
    source.toolCalls.length === 0 &&
    source.streamedReplies.length === 0;
  const columnsRef = useRef<HTMLDivElement>(null);
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <div className="chat">
      <ConversationBar {...props.list} isListOpen={isListOpen} onToggleList={() => setIsListOpen(!isListOpen)} />
      <div className="chat-columns" ref={columnsRef}>
        {isListOpen && (
          <ConversationPanel
            {...props.list}
            nowMs={nowMs}
            onShow={(conversationId) => {
              props.list.onShow(conversationId);
              // In a narrow window the list lies over the conversation that was just chosen.
              if ((columnsRef.current?.offsetWidth ?? 0) <= LIST_BESIDE_ABOVE_PX) setIsListOpen(false);
            }}
          />
        )}
        <div className="chat-column" key={props.list.shownId}>
          <ConnectionBanner state={connection} onTryNow={props.onTryNow} />
          {notices.map((notice) => (
            <div className="banner is-notice" role="status" key={notice}>
              <TriangleAlert className="icon" />
              <span className="banner-plain">{notice}</span>
              <button
                type="button"
                className="icon-button is-small"
                aria-label="Dismiss"
                title="Dismiss"
                onClick={() => props.onDismissNotice(notice)}
              >
                <X className="icon" />
              </button>
            </div>
          ))}
          {isEmpty ? (
            <EmptyOrLoading {...props} />
          ) : (
            <ConversationLog
              source={source}
              agents={agents}
              nowMs={nowMs}
              hasEarlier={props.hasEarlier}
              isLoadingEarlier={props.isLoadingEarlier}
              onLoadEarlier={props.onLoadEarlier}
              onRetry={props.onRetry}
              onDiscard={props.onDiscard}
              onAskAgain={props.onSend}
              onCopy={props.onCopy}
              onTrace={props.onTrace}
            />
          )}
          {loading.kind === 'failed' && !isEmpty && (
            <div className="banner" role="alert">
              <TriangleAlert className="icon" />
              <span className="banner-plain">{loading.sentence}</span>
              <button type="button" className="button is-small is-quiet" onClick={props.onReload}>
                Try again
              </button>
            </div>
          )}
          <NewestReply source={source} isLoaded={loading.kind === 'ready'} />
          <WorkingLine activities={connection === 'online' ? activities : []} agents={agents} model={model} clock={clock} />
        </div>
      </div>
    </div>
  );
}

function EmptyOrLoading({ loading, agents, onSend, onReload }: ChatViewProps) {
  switch (loading.kind) {
    case 'ready':
      return <EmptyChat agents={agents} onSend={onSend} />;
    case 'loading':
      return (
        <div className="empty">
          <p role="status">Loading the conversation…</p>
        </div>
      );
    case 'failed':
      return (
        <div className="empty" role="alert">
          <h3>The conversation did not load</h3>
          <p>{loading.sentence}</p>
          <button type="button" className="button" onClick={onReload}>
            Try again
          </button>
        </div>
      );
  }
}

/** Longer replies are announced by their beginning; the message itself can be read in full. */
const ANNOUNCED_CHARACTERS = 400;

/**
 * Says each finished reply once; not the one that was there when the chat opened. The log itself is silent: it also changes while
 * older messages load and words stream in.
 */
function NewestReply({ source, isLoaded }: { readonly source: TimelineSource; readonly isLoaded: boolean }) {
  const newest = source.messages.at(-1);
  const foundId = useRef<string | null | undefined>(undefined);
  if (isLoaded && foundId.current === undefined) foundId.current = newest?.id ?? null;
  const isNews = isLoaded && newest !== undefined && newest.author.kind !== 'user' && newest.id !== foundId.current;
  return (
    <p className="visually-hidden" role="status" aria-label="Newest reply">
      {isNews ? newest.text.slice(0, ANNOUNCED_CHARACTERS) : ''}
    </p>
  );
}
