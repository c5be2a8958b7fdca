// A screen that takes the place of the desk while there is none to show: what happened and the one thing to do about it.
import type { ReactNode } from 'react';

export interface DeskScreenProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly onAction: () => void;
}

export function DeskScreen({ title, children, action, onAction }: DeskScreenProps) {
  return (
    <main className="desk-screen">
      <div className="desk-grid" />
      <div className="desk-screen-card" role="alert">
        <span className="empty-orb" />
        <h1>{title}</h1>
        <p>{children}</p>
        <button type="button" className="button is-primary is-large" onClick={onAction}>
          {action}
        </button>
      </div>
    </main>
  );
}
