import { BrokenMark } from '../load-failure.tsx';

/** Three lanes and the way between them; broken off, with a mark, when it did not come. */
export function RouteArt({ isBroken }: { readonly isBroken: boolean }) {
  return (
    <svg className="empty-art" viewBox="0 0 132 104" aria-hidden="true" fill="none" strokeLinecap="round" strokeWidth="2.5">
      <path d="M26 12v80M66 12v80M106 12v80" stroke="var(--line-strong)" strokeDasharray="1 6" />
      <path d="M26 28h36" stroke="var(--text-faint)" />
      <path d="m57 23 6 5-6 5" stroke="var(--text-faint)" strokeLinejoin="round" />
      <circle cx="26" cy="28" r="5" fill="var(--accent-mark)" />
      {isBroken ? (
        <BrokenMark />
      ) : (
        <>
          <path d="M66 48h36M102 66H70M62 82H30" stroke="var(--text-faint)" />
          <path d="m97 43 6 5-6 5M75 61l-6 5 6 5M35 77l-6 5 6 5" stroke="var(--text-faint)" strokeLinejoin="round" />
          <circle cx="66" cy="48" r="5" fill="var(--ember-orange)" />
          <circle cx="106" cy="66" r="5" fill="var(--text-faint)" />
          <circle cx="66" cy="82" r="5" fill="var(--ember-orange)" />
        </>
      )}
    </svg>
  );
}
