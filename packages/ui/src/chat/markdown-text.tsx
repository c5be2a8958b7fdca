// An agent's words, drawn from Markdown. Each block keeps its element while later ones are still being written, so that nothing above
// the newest words is drawn anew or moves.
import { Check, Copy } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { readMarkdown } from './markdown.ts';
import { useReach } from './reach.ts';
import { harmless } from '../harmless.ts';

export interface MarkdownTextProps {
  readonly text: string;
  readonly isFolded?: boolean;
  /** Puts code on the clipboard; without it code has no button, as while it is still being written. */
  readonly onCopy?: ((text: string) => Promise<void>) | undefined;
}

export function MarkdownText({ text, isFolded = false, onCopy }: MarkdownTextProps) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  const folded = isFolded ? ' is-folded' : '';
  if (blocks === undefined) {
    return (
      <p className={`bubble-text${folded}`} dir="auto">
        {harmless(text)}
      </p>
    );
  }
  return (
    <div className={`bubble-text is-markdown${folded}`} dir="auto">
      {blocks.map((block, index) =>
        block.kind === 'code' ? (
          <CodeBlock key={index} language={block.language} text={block.text} onCopy={onCopy} />
        ) : (
          <HtmlBlock key={index} html={block.html} />
        ),
      )}
    </div>
  );
}

const HtmlBlock = memo(function HtmlBlock({ html }: { readonly html: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const tabIndex = useReach();
  useLayoutEffect(() => {
    for (const link of ref.current?.querySelectorAll('a') ?? []) link.tabIndex = tabIndex;
  }, [html, tabIndex]);
  return <div ref={ref} className="markdown-block" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
});

interface CodeBlockProps {
  readonly language: string;
  readonly text: string;
  readonly onCopy: ((text: string) => Promise<void>) | undefined;
}

const CodeBlock = memo(function CodeBlock({ language, text, onCopy }: CodeBlockProps) {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  const tabIndex = useReach();
  const name = { none: 'Copy code', copied: 'Code copied', refused: 'The clipboard cannot be reached' }[result];
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="truncate">{language === '' ? 'Code' : harmless(language)}</span>
        {onCopy !== undefined && (
          <button
            type="button"
            className="icon-button is-small"
            tabIndex={tabIndex}
            aria-label={name}
            title={name}
            onBlur={() => setResult('none')}
            onClick={() => {
              onCopy(text).then(
                () => setResult('copied'),
                () => setResult('refused'),
              );
            }}
          >
            {result === 'copied' ? <Check className="icon" /> : <Copy className="icon" />}
          </button>
        )}
      </div>
      {/* It can be focused because a scrolled region must be reachable by keyboard. */}
      <pre tabIndex={tabIndex} dir="ltr">
        <code>{harmless(text)}</code>
      </pre>
    </div>
  );
});
