// One message. A person's words are shown as they were written: plain, with their line breaks, whatever markup or direction marks they
// hold. An agent's are Markdown.
import { Check, Copy, Route } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { MarkdownText } from './markdown-text.tsx';
import { ReachProvider, useReach } from './reach.ts';
import { fullTime, relativeTime } from './when.ts';
import { harmless } from '../harmless.ts';

/** Longer texts open folded, so that one paste does not bury the conversation: about thirty lines in a narrow window. */
const FOLD_ABOVE_CHARACTERS = 2_400;
const FOLD_ABOVE_LINES = 36;

export interface MessageBubbleProps {
  /** Who wrote it, as assistive technology names the message. */
  readonly author: string;
  readonly text: string;
  /** What is copied, where it is not the text that is shown. */
  readonly wholeText?: string;
  /** ISO 8601. */
  readonly sentAt: string;
  readonly nowMs: number;
  readonly isQueued?: boolean;
  readonly isMarkdown?: boolean;
  readonly entryId: string;
  /** Whether Tab comes here, of all entries of the log. */
  readonly isReached: boolean;
  /** A line below the text: what the answer cost. */
  readonly foot?: string | null;
  readonly onCopy: (text: string) => Promise<void>;
  /** The request it answers, and how to look into that; for what is no answer there is neither. */
  readonly traceId?: string;
  readonly onTrace?: (traceId: string) => void;
  /** Stands below the text, inside the article: the state of a message that is not sent yet. */
  readonly children?: ReactNode;
}

/** Drawn again only when something in it changes: a conversation holds hundreds, and words stream in beside them. */
export const MessageBubble = memo(function MessageBubble({
  author,
  text,
  wholeText = text,
  sentAt,
  nowMs,
  isQueued = false,
  isMarkdown = false,
  entryId,
  isReached,
  foot = null,
  onCopy,
  traceId,
  onTrace,
  children,
}: MessageBubbleProps) {
  const isLong = text.length > FOLD_ABOVE_CHARACTERS || text.split('\n', FOLD_ABOVE_LINES + 1).length > FOLD_ABOVE_LINES;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isFolded = isLong && !isUnfolded;
  return (
    <article
      className={`message${isQueued ? ' is-queued' : ''}`}
      aria-label={author}
      tabIndex={isReached ? 0 : -1}
      data-entry-id={entryId}
    >
      <ReachProvider value={isReached}>
        <div className="bubble">
          {isMarkdown ? (
            <MarkdownText text={text} isFolded={isFolded} onCopy={onCopy} />
          ) : (
            <p className={`bubble-text${isFolded ? ' is-folded' : ''}`} dir="auto">
              {harmless(text)}
            </p>
          )}
          {isLong && (
            <button
              type="button"
              className="bubble-fold"
              tabIndex={isReached ? 0 : -1}
              aria-expanded={!isFolded}
              onClick={() => setIsUnfolded(isFolded)}
            >
              {isFolded ? 'Show all' : 'Show less'}
            </button>
          )}
        </div>
        {foot !== null && <p className="message-foot">{foot}</p>}
        <div className="bubble-tools">
          <time dateTime={sentAt} title={fullTime(sentAt)}>
            {relativeTime(sentAt, nowMs)}
          </time>
          <CopyButton text={wholeText} onCopy={onCopy} />
          {traceId !== undefined && onTrace !== undefined && <TraceButton onTrace={() => onTrace(traceId)} />}
        </div>
        {children}
      </ReachProvider>
    </article>
  );
});

function TraceButton({ onTrace }: { readonly onTrace: () => void }) {
  return (
    <button
      type="button"
      className="icon-button is-small"
      tabIndex={useReach()}
      aria-label="How this was answered"
      title="How this was answered"
      onClick={onTrace}
    >
      <Route className="icon" />
    </button>
  );
}

function CopyButton({ text, onCopy }: { readonly text: string; readonly onCopy: (text: string) => Promise<void> }) {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  const tabIndex = useReach();
  const name = { none: 'Copy message', copied: 'Message copied', refused: 'The clipboard cannot be reached' }[result];
  return (
    <button
      type="button"
      className="icon-button is-small"
      tabIndex={tabIndex}
      aria-label={name}
      title={name}
      onBlur={() => setResult('none')}
      onClick={() => {
        onCopy(text).then(
          () => setResult('copied'),
          () => setResult('refused'),
        );
      }}
    >
      {result === 'copied' ? <Check className="icon" /> : <Copy className="icon" />}
    </button>
  );
}
