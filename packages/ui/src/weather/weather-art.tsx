import { BrokenMark } from '../load-failure.tsx';

/** A line of temperatures over a horizon; broken, with a mark, when there is no forecast. */
export function WeatherArt({ isBroken }: { readonly isBroken: boolean }) {
  return (
    <svg className="empty-art" viewBox="0 0 132 104" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M6 78H126" stroke="var(--line-strong)" strokeWidth="1.5" />
      {isBroken ? (
        <>
          <path d="M10 64C24 62 30 40 46 34" stroke="var(--chart-temperature)" strokeWidth="3" />
          <path d="M88 36C102 44 106 58 122 60" stroke="var(--chart-temperature)" strokeWidth="3" opacity=".4" />
          <path d="M54 30.5C64 28 72 29 80 32" stroke="var(--text-faint)" strokeWidth="2" strokeDasharray="1 6" />
          <BrokenMark />
        </>
      ) : (
        <path d="M10 64C24 62 32 34 62 30C92 27 104 56 122 60" stroke="var(--chart-temperature)" strokeWidth="3" />
      )}
    </svg>
  );
}
