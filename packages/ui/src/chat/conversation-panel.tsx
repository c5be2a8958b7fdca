// The conversations of a chat: a bar with the one that is shown, and a list to choose, rename and remove them.
import type { Conversation } from '@vos/protocol/entities';
import { PanelLeft, Pencil, SquarePen, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { waitingWords } from '../waiting-words.ts';
import { relativeTime } from './when.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

export interface ConversationsProps {
  /** The one last written in first. */
  readonly conversations: readonly Conversation[];
  readonly shownId: string | null;
  /** By conversation: how many calls wait for the person in it. */
  readonly waitingCounts: ReadonlyMap<string, number>;
  readonly canChange: boolean;
  readonly onShow: (conversationId: string) => void;
  readonly onStart: () => void;
  readonly onRename: (conversationId: string, title: string) => void;
  readonly onRemove: (conversationId: string) => void;
}

export interface ConversationBarProps extends ConversationsProps {
  readonly isListOpen: boolean;
  readonly onToggleList: () => void;
}

export function ConversationBar({ isListOpen, onToggleList, ...props }: ConversationBarProps) {
  const { conversations, shownId, waitingCounts, canChange, onStart } = props;
  const elsewhereCount = conversations.reduce((sum, { id }) => sum + (id === shownId ? 0 : (waitingCounts.get(id) ?? 0)), 0);
  const listName = elsewhereCount === 0 ? 'Conversations' : `Conversations, ${waitingWords(elsewhereCount)}`;
  const shown = conversations.find(({ id }) => id === shownId);
  return (
    <div className="chat-bar">
      <button
        type="button"
        className="icon-button"
        aria-label={listName}
        title={listName}
        aria-expanded={isListOpen}
        onClick={onToggleList}
      >
        <PanelLeft className="icon" />
        {elsewhereCount > 0 && <span className="list-count">{Math.min(elsewhereCount, 99)}</span>}
      </button>
      <h3 className="truncate">
        <Words>{shown?.title ?? ''}</Words>
      </h3>
      <button
        type="button"
        className="icon-button"
        aria-label="New conversation"
        title="New conversation"
        disabled={!canChange}
        onClick={onStart}
      >
        <SquarePen className="icon" />
      </button>
    </div>
  );
}

export function ConversationPanel({ nowMs, ...props }: ConversationsProps & { readonly nowMs: number }) {
  return (
    <nav className="conversations" aria-label="Conversations">
      <ul>
        {props.conversations.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} nowMs={nowMs} {...props} />
        ))}
      </ul>
    </nav>
  );
}

/** The pointer or key that asked for another name is followed by writing it. */
function beginWriting(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

interface RowProps extends ConversationsProps {
  readonly conversation: Conversation;
  readonly nowMs: number;
}

function ConversationRow({
  conversation: { id, title, updatedAt },
  nowMs,
  shownId,
  waitingCounts,
  canChange,
  onShow,
  onRename,
  onRemove,
}: RowProps) {
  /** The new title while it is being written; null otherwise. */
  const [draft, setDraft] = useState<string | null>(null);

  function finish(event?: FormEvent): void {
    event?.preventDefault();
    const wanted = draft?.trim() ?? '';
    setDraft(null);
    if (wanted !== '' && wanted !== title) onRename(id, wanted);
  }

  if (draft !== null) {
    return (
      <li className="conversation-row">
        <form onSubmit={finish}>
          <input
            className="text-field"
            aria-label={`New name of ${harmless(title)}`}
            value={draft}
            maxLength={200}
            ref={beginWriting}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={() => finish()}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setDraft(null);
            }}
          />
        </form>
      </li>
    );
  }
  return (
    <li className={`conversation-row${id === shownId ? ' is-on' : ''}`}>
      <button
        type="button"
        className="conversation-name"
        aria-current={id === shownId ? 'true' : undefined}
        onClick={() => onShow(id)}
      >
        <Words className="truncate" title={title}>
          {title}
        </Words>
        <span className="conversation-facts">
          <time dateTime={updatedAt}>{relativeTime(updatedAt, nowMs)}</time>
          {(waitingCounts.get(id) ?? 0) > 0 && <span className="chip is-warning">Waits for you</span>}
        </span>
      </button>
      {canChange && (
        <span className="conversation-tools">
          <button
            type="button"
            className="icon-button is-small"
            aria-label={`Rename ${harmless(title)}`}
            title="Rename"
            onClick={() => setDraft(title)}
          >
            <Pencil className="icon" />
          </button>
          <button
            type="button"
            className="icon-button is-small"
            aria-label={`Remove ${harmless(title)}`}
            title="Remove"
            onClick={() => onRemove(id)}
          >
            <Trash2 className="icon" />
          </button>
        </span>
      )}
    </li>
  );
}
