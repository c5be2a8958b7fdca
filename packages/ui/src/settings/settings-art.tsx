import { BrokenMark } from '../load-failure.tsx';

/** Three controls on their lines. */
export function BrokenSettingsArt() {
  return (
    <svg className="empty-art" viewBox="0 0 132 104" aria-hidden="true" fill="none" strokeLinecap="round" strokeWidth="3">
      <path d="M14 26h104M14 54h104M14 82h104" stroke="var(--line-strong)" />
      <path d="M14 26h62M14 54h20M14 82h84" stroke="var(--text-faint)" opacity=".5" />
      <g fill="var(--surface-window)" stroke="var(--text-faint)" strokeWidth="2.5">
        <circle cx="80" cy="26" r="7" />
        <circle cx="36" cy="54" r="7" />
        <circle cx="102" cy="82" r="7" />
      </g>
      <BrokenMark />
    </svg>
  );
}
