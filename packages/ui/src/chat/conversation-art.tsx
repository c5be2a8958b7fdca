import { BrokenMark } from '../load-failure.tsx';

/** What was asked and what was answered, with nothing written in either. */
export function BrokenConversationArt() {
  return (
    <svg className="empty-art" viewBox="0 0 132 104" aria-hidden="true">
      <path
        d="M60 14h46a12 12 0 0 1 12 12v14a4 4 0 0 1-4 4H60a12 12 0 0 1-12-12v-6a12 12 0 0 1 12-12Z"
        fill="var(--accent-tint-strong)"
        stroke="var(--accent-line)"
      />
      <path
        d="M26 54h54a12 12 0 0 1 12 12v14a12 12 0 0 1-12 12H18a4 4 0 0 1-4-4V66a12 12 0 0 1 12-12Z"
        fill="var(--surface-bar)"
        stroke="var(--line-strong)"
      />
      <BrokenMark />
    </svg>
  );
}
