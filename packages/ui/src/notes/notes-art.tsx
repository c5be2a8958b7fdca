import { BrokenMark } from '../load-failure.tsx';

/** Three sheets of paper, for a board with nothing on it; pale, with a mark, when they could not be read. */
export function NotesArt({ isBroken }: { readonly isBroken: boolean }) {
  return (
    <svg className="empty-art" viewBox="0 0 132 104" aria-hidden="true">
      <rect x="14" y="22" width="56" height="66" rx="9" transform="rotate(-9 42 55)" fill="var(--note-purple)" opacity=".38" />
      <rect x="62" y="22" width="56" height="66" rx="9" transform="rotate(9 90 55)" fill="var(--note-green)" opacity=".38" />
      <rect x="37" y="14" width="58" height="70" rx="9" fill="var(--note-yellow)" />
      <g stroke="var(--text-on-note)" strokeOpacity=".4" strokeWidth="3" strokeLinecap="round">
        <path d="M48 32h24" />
        {!isBroken && <path d="M48 44h36M48 54h30" strokeOpacity=".2" />}
      </g>
      {isBroken && <BrokenMark />}
    </svg>
  );
}
