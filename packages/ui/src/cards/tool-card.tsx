// One use of a tool: who was asked, with what tool, how it went and how long it took; below it the result, drawn if its shape is known.
import type { AgentDescription, TurnSpending } from '@vos/protocol/entities';
import { Check, ChevronDown, TriangleAlert } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { ReachProvider } from '../chat/reach.ts';
import { agentIcon, agentInSentence, agentName, PRIMARY_AGENT_ID } from '../chat/speakers.ts';
import type { ShownToolCall } from '../chat/timeline.ts';
import { duration, elapsed } from '../chat/when.ts';
import { spendingText } from '../spending-words.ts';
import { NamedIcon } from '../desk/icon.tsx';
import { AirBody, UvBody } from './outdoors-body.tsx';
import { KeyValues, ValuesBody } from './key-values.tsx';
import { NoteBody, NotesBody } from './note-body.tsx';
import { SumBody } from './sum-body.tsx';
import type { ToolBody } from './tool-body.ts';
import { ForecastBody, WeatherBody } from './weather-body.tsx';

export interface ToolCardProps {
  readonly tool: ShownToolCall;
  /** What the turn that used the tool cost so far. */
  readonly spending?: TurnSpending | undefined;
  readonly agents: readonly AgentDescription[];
  readonly nowMs: number;
  /** Whether Tab comes here, of all entries of the log. */
  readonly isReached: boolean;
}

export const ToolCard = memo(function ToolCard({ tool: { call, body }, spending, agents, nowMs, isReached }: ToolCardProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const detailsId = useId();
  const name = agentName(call.agentId, agents);
  return (
    <article
      className={`tool-card is-${call.state}`}
      aria-label={`${name}, ${call.toolName}`}
      tabIndex={isReached ? 0 : -1}
      data-entry-id={call.id}
    >
      <ReachProvider value={isReached}>
        <header className="tool-head">
          <span className="agent-mark">
            <NamedIcon name={agentIcon(call.agentId, agents)} />
          </span>
          <div className="tool-names">
            <h3 className="tool-title">{titleOf(call, agents)}</h3>
            <p className="tool-name">{call.toolName}</p>
          </div>
          <span className="tool-meta">
            <StateChip
              state={call.state}
              text={call.durationMs === null ? elapsed(call.startedAt, nowMs) : duration(call.durationMs)}
            />
            <button
              type="button"
              className="icon-button is-small tool-fold"
              tabIndex={isReached ? 0 : -1}
              aria-label={isUnfolded ? 'Hide details' : 'Show details'}
              title={isUnfolded ? 'Hide details' : 'Show details'}
              aria-expanded={isUnfolded}
              aria-controls={detailsId}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              <ChevronDown className="icon" />
            </button>
          </span>
        </header>
        <Body body={body} nowMs={nowMs} />
        <div className="tool-details" id={detailsId} hidden={!isUnfolded}>
          {isUnfolded && (
            <>
              <h4>Asked</h4>
              <KeyValues value={call.arguments} whenEmpty="Nothing besides the tool itself" />
              {call.state === 'succeeded' && (
                <>
                  <h4>Answered</h4>
                  <KeyValues value={call.result} whenEmpty="Nothing" />
                </>
              )}
              {spending !== undefined && (
                <>
                  <h4>Cost of this step</h4>
                  <p className="message-foot">{`${spendingText(spending)}, by ${spending.model}`}</p>
                </>
              )}
            </>
          )}
        </div>
      </ReachProvider>
    </article>
  );
});

type CallState = ShownToolCall['call']['state'];

function titleOf({ state, agentId }: ShownToolCall['call'], agents: readonly AgentDescription[]): string {
  const isRunning = state === 'running';
  if (agentId === PRIMARY_AGENT_ID) return isRunning ? 'VOS is at work' : 'VOS did this itself';
  return `${isRunning ? 'Asking' : 'Asked'} ${agentInSentence(agentId, agents)}`;
}

function StateChip({ state, text }: { readonly state: CallState; readonly text: string }) {
  switch (state) {
    case 'running':
      return (
        <span className="chip is-running">
          <span className="wave" role="img" aria-label="Running">
            <i />
            <i />
            <i />
          </span>
          {text}
        </span>
      );
    case 'waiting':
      return <span className="chip">{'Waits for you'}</span>;
    case 'succeeded':
      return (
        <span className="chip is-success">
          <Check className="icon" role="img" aria-hidden="false" aria-label="Done in" />
          {text}
        </span>
      );
    case 'uncertain':
    case 'failed':
      return (
        <span className="chip is-error">
          <TriangleAlert className="icon" role="img" aria-hidden="false" aria-label="Failed after" />
          {text}
        </span>
      );
  }
}

function Body({ body, nowMs }: { readonly body: ToolBody; readonly nowMs: number }) {
  switch (body.kind) {
    case 'running':
      return null;
    case 'values':
      return <ValuesBody value={body.value} />;
    case 'weather':
      return <WeatherBody weather={body.weather} />;
    case 'forecast':
      return <ForecastBody forecast={body.forecast} />;
    case 'uv':
      return <UvBody report={body.report} />;
    case 'air':
      return <AirBody report={body.report} />;
    case 'note':
      return <NoteBody note={body.note} nowMs={nowMs} />;
    case 'notes':
      return <NotesBody notes={body.notes} total={body.total} nowMs={nowMs} />;
    case 'sum':
      return <SumBody sum={body.sum} />;
    case 'failure':
      return (
        <p className="tool-body tool-failure" dir="auto">
          {body.sentence}
        </p>
      );
  }
}
