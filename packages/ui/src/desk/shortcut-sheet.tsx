// Everything the keyboard can do, as a dialog over the desk.
import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { KeyCaps } from './key-caps.tsx';

export interface ShortcutGroup {
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly keys: readonly string[] }[];
}

export interface ShortcutSheetProps {
  readonly groups: readonly ShortcutGroup[];
  readonly onClose: () => void;
}

export function ShortcutSheet({ groups, onClose }: ShortcutSheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // The browser keeps the focus inside, and gives it back when the dialog is gone.
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // A press beside the dialog lands on the element itself; Escape does the same by keyboard.
    <dialog
      ref={ref}
      className="sheet"
      aria-labelledby={titleId}
      onCancel={onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="sheet-card">
        <header className="sheet-head">
          <h2 id={titleId}>Keyboard shortcuts</h2>
          <button type="button" className="icon-button" aria-label="Close the list" title="Close (Esc)" onClick={onClose}>
            <X className="icon" />
          </button>
        </header>
        <div className="sheet-groups">
          {groups.map(({ title, entries }) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <dl>
                {entries.map((entry) => (
                  <div className="sheet-row" key={entry.title}>
                    <dt>{entry.title}</dt>
                    <dd>
                      <KeyCaps keys={entry.keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </dialog>
  );
}
