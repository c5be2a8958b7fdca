// A reply while it is being written. What is finished keeps its place and its element; new blocks fade in where they stand.
import { MarkdownText } from './markdown-text.tsx';
import { mendUnfinished } from './markdown.ts';

export function StreamedBubble({ author, text }: { readonly author: string; readonly text: string }) {
  return (
    <article className="message" aria-label={author} aria-busy="true">
      <div className="bubble is-streaming">
        <MarkdownText text={mendUnfinished(text)} />
      </div>
    </article>
  );
}
