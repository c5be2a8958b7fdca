// Calls of tools that came to nothing, as one quiet line that can be opened: agents meet them often and go on another way.
import type { AgentDescription } from '@vos/protocol/entities';
import { ChevronDown, CircleSlash } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { agentInSentence } from '../chat/speakers.ts';
import type { ShownToolCall } from '../chat/timeline.ts';
import { toolWords } from '../effect-words.ts';
import { KeyValues } from './key-values.tsx';
import { harmless } from '../harmless.ts';

export interface FailedCallsProps {
  /** At least one, in order. */
  readonly tools: readonly ShownToolCall[];
  readonly entryId: string;
  readonly agents: readonly AgentDescription[];
  /** Whether Tab comes here, of all entries of the log. */
  readonly isReached: boolean;
}

export const FailedCalls = memo(function FailedCalls({ tools, entryId, agents, isReached }: FailedCallsProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const listId = useId();
  const tabIndex = isReached ? 0 : -1;
  const title = titleOf(tools);
  return (
    <article className="failed-calls" aria-label={title} tabIndex={tabIndex} data-entry-id={entryId}>
      <button
        type="button"
        className="failed-calls-head"
        tabIndex={tabIndex}
        aria-expanded={isUnfolded}
        aria-controls={listId}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <CircleSlash className="icon" />
        <span>{title}</span>
        <ChevronDown className="icon tool-fold-mark" />
      </button>
      <ul id={listId} hidden={!isUnfolded}>
        {isUnfolded && tools.map((tool) => <FailedCall key={tool.call.id} tool={tool} agents={agents} tabIndex={tabIndex} />)}
      </ul>
    </article>
  );
});

function FailedCall({
  tool: { call, body },
  agents,
  tabIndex,
}: {
  readonly tool: ShownToolCall;
  readonly agents: readonly AgentDescription[];
  readonly tabIndex: 0 | -1;
}) {
  const { agentId, toolName, refusal } = call;
  const who = agentInSentence(agentId, agents);
  const reason = body.kind === 'failure' ? harmless(body.sentence) : '';
  return (
    <li>
      <p>
        {`${who.charAt(0).toUpperCase()}${who.slice(1)} ${failureWords(call)}.`} <code>{harmless(toolName)}</code>
      </p>
      {/* Where it was made and did not work, the reason is the tool's, and written for a person. */}
      {refusal === undefined && reason !== '' && <p dir="auto">{reason}</p>}
      <details>
        <summary tabIndex={tabIndex}>Details</summary>
        {refusal !== undefined && reason !== '' && (
          <>
            <h4>What the agent was told</h4>
            <p dir="auto">{reason}</p>
          </>
        )}
        <h4>Asked</h4>
        <KeyValues value={call.arguments} whenEmpty="Nothing besides the tool itself" />
      </details>
    </li>
  );
}

function titleOf(tools: readonly ShownToolCall[]): string {
  const calls = tools.length === 1 ? '1 call' : `${tools.length.toLocaleString('en')} calls`;
  return tools.every(({ call }) => call.refusal !== undefined) ? `${calls} could not be made` : `${calls} did not work`;
}

/** Continues the agent's name. */
function failureWords({ refusal, toolName }: ShownToolCall['call']): string {
  switch (refusal) {
    case 'tool-unknown':
      return 'asked for a tool that does not exist';
    case 'arguments-invalid':
      return 'left out what the tool needs, or gave it what it does not take';
    case 'not-permitted':
      return `was not allowed to ${toolWords(toolName)}`;
    case undefined:
      return 'used a tool that did not work';
  }
}
