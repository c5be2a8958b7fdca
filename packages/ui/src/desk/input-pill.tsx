// Where the person writes: one line that grows to a few. It refuses what is too long before it is sent, and keeps the words.
import { ArrowUp } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
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
  /** Length of what was pasted and left out; null where nothing was. */
  const [leftOutLength, setLeftOutLength] = useState<number | null>(null);
  const text = draft.trim();
  const isTooLong = wasRefused && text.length > textLimit;
  const isWrong = isTooLong || leftOutLength !== null;

  function send(): void {
    if (text === '') return;
    if (text.length > textLimit) {
      setWasRefused(true);
      return;
    }
    setWasRefused(false);
    onSend(text);
  }

  /** What no message can hold stays on the clipboard: a field with a million characters in one line takes seconds for each key. */
  function onPaste(event: ClipboardEvent): void {
    const { length } = event.clipboardData.getData('text');
    if (length <= textLimit) return;
    event.preventDefault();
    setLeftOutLength(length);
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
      className={`pill${isWrong ? ' is-wrong' : ''}`}
      aria-label="Ask VOS"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="pill-problem" role="alert" id={problemId}>
        {leftOutLength !== null && (
          <p>
            What you pasted is {leftOutLength.toLocaleString('en')} characters, and a message holds at most{' '}
            {textLimit.toLocaleString('en')}. It was left out, and what you wrote is unchanged; paste it in parts.
          </p>
        )}
        {isTooLong && leftOutLength === null && (
          <p>
            That is {text.length.toLocaleString('en')} characters, and a message holds at most {textLimit.toLocaleString('en')}.
            Nothing was sent; shorten it or send it in parts.
          </p>
        )}
      </div>
      <textarea
        ref={fieldRef}
        className="pill-field"
        aria-label="Ask anything"
        aria-describedby={isWrong ? problemId : undefined}
        aria-invalid={isTooLong}
        aria-keyshortcuts="/"
        placeholder="Ask anything"
        rows={1}
        dir="auto"
        value={draft}
        onChange={(event) => {
          setLeftOutLength(null);
          onDraftChange(event.target.value);
        }}
        onPaste={onPaste}
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
