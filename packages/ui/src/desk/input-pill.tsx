// Where the person writes: one line that grows to a few. It refuses what is too long before it is sent, and keeps the words.
import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { KeyCaps } from './key-caps.tsx';

/** Its height with one line; the same number stands in tokens.css. */
const HEIGHT_PX = 60;

export interface InputPillProps {
  readonly draft: string;
  readonly onDraftChange: (draft: string) => void;
  /** Called with the text, trimmed and within the limit. The draft is the caller's to clear. */
  readonly onSend: (text: string) => void;
  /** Hears by how much it is higher than with one line, in pixels, when that changes. */
  readonly onRise: (risePx: number) => void;
  /** The longest text that may be sent, in UTF-16 units. */
  readonly textLimit: number;
  readonly fieldRef?: Ref<HTMLTextAreaElement>;
}

export function InputPill({ draft, onDraftChange, onSend, onRise, textLimit, fieldRef }: InputPillProps) {
  const problemId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = formRef.current;
    if (form === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => onRise(Math.max(0, form.offsetHeight - HEIGHT_PX)));
    observer.observe(form);
    return () => observer.disconnect();
  }, [onRise]);
  const [wasRefused, setWasRefused] = useState(false);
  const text = draft.trim();
  const isTooLong = wasRefused && text.length > textLimit;

  function send(): void {
    if (text === '') return;
    if (text.length > textLimit) {
      setWasRefused(true);
      return;
    }
    setWasRefused(false);
    onSend(text);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // While an input method composes, Enter picks a candidate. Code 229 is what some browsers send for that same key press.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      ref={formRef}
      className={`pill${isTooLong ? ' is-wrong' : ''}`}
      aria-label="Ask VOS"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="pill-problem" role="alert" id={problemId}>
        {isTooLong && (
          <p>
            That is {text.length.toLocaleString('en')} characters, and a message holds at most {textLimit.toLocaleString('en')}.
            Nothing was sent; shorten it or send it in parts.
          </p>
        )}
      </div>
      <textarea
        ref={fieldRef}
        className="pill-field"
        // What is typed beyond it is kept and refused when it is sent; a paste that long would only freeze the field.
        data-paste-limit={textLimit}
        aria-label="Ask anything"
        aria-describedby={isTooLong ? problemId : undefined}
        aria-invalid={isTooLong}
        aria-keyshortcuts="/"
        placeholder="Ask anything"
        rows={1}
        dir="auto"
        value={draft}
        onChange={(event) => onDraftChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="pill-hint" aria-hidden="true" title="Press / to write from anywhere">
        {draft === '' && <KeyCaps keys={['/']} />}
      </span>
      <button type="submit" className="pill-send" aria-label="Send" title="Send (Enter)" disabled={text === ''}>
        <ArrowUp className="icon" />
      </button>
    </form>
  );
}
