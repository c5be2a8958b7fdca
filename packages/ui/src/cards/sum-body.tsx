import type { Sum } from './tool-body.ts';
import { Words } from '../words.tsx';

/** A sum and its answer. */
export function SumBody({ sum: { question, answer, isExact } }: { readonly sum: Sum }) {
  return (
    <div className="tool-body sum">
      <Words className="sum-question">{question}</Words>
      <span className="sum-equals">{isExact ? '=' : '≈'}</span>
      <Words className="sum-answer">{answer}</Words>
    </div>
  );
}
