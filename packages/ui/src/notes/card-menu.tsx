// The menu of a card: opens at its button, is walked with the arrow keys, and closes with Escape or a press elsewhere.
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

export interface CardMenuItem {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDangerous?: boolean;
  readonly run: () => void;
}

export function CardMenu({ label, items }: { readonly label: string; readonly items: readonly CardMenuItem[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const menuRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    menuRef.current?.scrollIntoView?.({ block: 'nearest' });
    menuRef.current?.querySelector('button')?.focus();
    function onPointerDown(event: PointerEvent): void {
      if (!(event.target instanceof Node && rootRef.current?.contains(event.target) === true)) setIsOpen(false);
    }
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [isOpen]);

  function close(): void {
    setIsOpen(false);
    buttonRef.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(menuRef.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const move = { ArrowDown: at + 1, ArrowUp: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === 'Tab') setIsOpen(false);
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    if (move === undefined) return;
    event.preventDefault();
    buttons[move % buttons.length]?.focus();
  }

  return (
    <div className="card-menu" ref={rootRef}>
      <button
        type="button"
        ref={buttonRef}
        className="icon-button is-small"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <EllipsisVertical className="icon" />
      </button>
      {isOpen && (
        <div className="menu" role="menu" tabIndex={-1} aria-label={label} ref={menuRef} onKeyDown={onKeyDown}>
          {items.map(({ label: name, icon: Icon, isDangerous, run }) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={name}
              className={`menu-item${isDangerous === true ? ' is-dangerous' : ''}`}
              onClick={() => {
                close();
                run();
              }}
            >
              <Icon className="icon" />
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
