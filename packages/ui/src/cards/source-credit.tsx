// The line below data from outside: a remark, and the link its source asks for.

import { useReach } from '../chat/reach.ts';
import { harmless } from '../harmless.ts';

export interface SourceCreditProps {
  readonly note: string;
  readonly credit: { readonly text: string; readonly url: string };
}

export function SourceCredit({ credit, note }: SourceCreditProps) {
  const tabIndex = useReach();
  return (
    <p className="tool-credit">
      <span>{note}</span>
      <span className="spacer" />
      {isWebAddress(credit.url) ? (
        <a href={credit.url} tabIndex={tabIndex} target="_blank" rel="noopener noreferrer">
          {harmless(credit.text)}
        </a>
      ) : (
        harmless(credit.text)
      )}
    </p>
  );
}

// A tool's result is not ours: only an ordinary web address becomes a link.
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
