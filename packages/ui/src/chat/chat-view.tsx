// The chat window's contents: banner, conversation or empty state, foot. Props in, callbacks out; it knows no host.
import type { Clock } from '@vos/base';
import type { Activity, AgentDescription } from '@vos/protocol/entities';
import { ShieldQuestionMark, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CallActions } from '../cards/call-actions.ts';
import { NewestQuestion, NewestReply } from './announcements.tsx';
import { waitingWords } from '../waiting-words.ts';
import { LoadFailure } from '../load-failure.tsx';
import { BrokenConversationArt } from './conversation-art.tsx';
import { ConnectionBanner, type ConnectionState } from './connection-banner.tsx';
import { ConversationLog } from './conversation-log.tsx';
import { ConversationBar, ConversationPanel, type ConversationsProps } from './conversation-panel.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { PRIMARY_AGENT_ID } from './speakers.ts';
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
  readonly callActions: CallActions;
  /** Stops what is under way in this conversation; null where nothing is. */
  readonly onStop: (() => Promise<void>) | null;
  /** Calls that wait for the person above what is loaded. */
  readonly hiddenQuestionCount: number;
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
  const isWriting = source.streamedReplies.some(({ text }) => text !== '');
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
          {props.hiddenQuestionCount > 0 && (
            <div className="banner is-notice" role="status">
              <ShieldQuestionMark className="icon" />
              <span className="banner-plain">{`Further up, ${waitingWords(props.hiddenQuestionCount)}.`}</span>
              <button
                type="button"
                className="button is-small is-quiet"
                aria-disabled={props.isLoadingEarlier}
                onClick={props.onLoadEarlier}
              >
                Show earlier messages
              </button>
            </div>
          )}
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
              callActions={props.callActions}
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
          <NewestQuestion source={source} isLoaded={loading.kind === 'ready'} agents={agents} />
          <WorkingLine
            activities={connection === 'online' ? (isWriting ? activities.map(writing) : activities) : []}
            waiting={
              source.toolCalls.find(({ call, approval }) => call.state === 'waiting' && approval?.state === 'waiting')?.call
            }
            agents={agents}
            model={model}
            onStop={connection === 'online' ? props.onStop : null}
            clock={clock}
          />
        </div>
      </div>
    </div>
  );
}

/** Whoever's words can be read as they come does not merely think. Only the primary agent speaks with the person. */
function writing(activity: Activity): Activity {
  const isWriter = activity.agentId === PRIMARY_AGENT_ID && activity.state === 'thinking' && activity.doing === null;
  return isWriter ? { ...activity, doing: 'writing' } : activity;
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
        <LoadFailure
          art={<BrokenConversationArt />}
          title="The conversation did not load"
          sentence={loading.sentence}
          onRetry={onReload}
        />
      );
  }
}
