import type { Sum } from './tool-body.ts';

/** A sum and its answer. */
export function SumBody({ sum: { question, answer, isExact } }: { readonly sum: Sum }) {
  return (
    <div className="tool-body sum">
      <bdi className="sum-question">{question}</bdi>
      <span className="sum-equals">{isExact ? '=' : '≈'}</span>
      <bdi className="sum-answer">{answer}</bdi>
    </div>
  );
}
