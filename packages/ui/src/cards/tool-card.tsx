// One use of a tool: who was asked, with what tool, how it went and how long it took; below it the result, drawn if its shape is known.
import type { AgentDescription, Approval, TurnSpending, UncertainEffect } from '@vos/protocol/entities';
import { Check, ChevronDown, CircleQuestionMark, TriangleAlert } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { ReachProvider } from '../chat/reach.ts';
import { agentIcon, agentInSentence, agentName, PRIMARY_AGENT_ID } from '../chat/speakers.ts';
import type { ShownToolCall } from '../chat/timeline.ts';
import { duration, elapsed, relativeTime } from '../chat/when.ts';
import { decisionWords, wishWords } from '../effect-words.ts';
import { spendingText } from '../spending-words.ts';
import { AgentMark } from '../chat/agent-mark.tsx';
import { ApprovalBody } from './approval-body.tsx';
import type { CallActions } from './call-actions.ts';
import { AirBody, UvBody } from './outdoors-body.tsx';
import { KeyValues, ValuesBody } from './key-values.tsx';
import { NoteBody, NotesBody } from './note-body.tsx';
import { SumBody } from './sum-body.tsx';
import type { ToolBody } from './tool-body.ts';
import { UncertainBody } from './uncertain-body.tsx';
import { ForecastBody, WeatherBody } from './weather-body.tsx';
import { harmless } from '../harmless.ts';

export interface ToolCardProps {
  readonly tool: ShownToolCall;
  /** What the turn that used the tool cost so far. */
  readonly spending?: TurnSpending | undefined;
  readonly agents: readonly AgentDescription[];
  readonly actions: CallActions;
  readonly nowMs: number;
  /** Whether Tab comes here, of all entries of the log. */
  readonly isReached: boolean;
}

/** One article throughout, so that whoever is at it by keyboard stays there when it is decided. */
export const ToolCard = memo(function ToolCard(props: ToolCardProps) {
  const { tool, agents, isReached } = props;
  const { call } = tool;
  const question = questionOf(tool);
  return (
    <article
      className={`tool-card is-${classOf(tool)}`}
      aria-label={
        question?.kind === 'approval' ? wishWords(call, agents) : `${agentName(call.agentId, agents)}, ${harmless(call.toolName)}`
      }
      tabIndex={isReached ? 0 : -1}
      data-entry-id={call.id}
    >
      {/* What waits for the person is reached by Tab wherever it stands. */}
      <ReachProvider value={isReached || question !== undefined}>
        {question === undefined ? <Outcome {...props} /> : <QuestionParts {...props} question={question} />}
      </ReachProvider>
    </article>
  );
});

type Question =
  | { readonly kind: 'approval'; readonly approval: Approval }
  | { readonly kind: 'uncertain'; readonly effect: UncertainEffect };

/** What was refused is no fault and is not drawn as one. */
function classOf(tool: ShownToolCall): string {
  if (questionOf(tool) !== undefined) return 'question';
  return isRefused(tool) ? 'refused' : tool.call.state;
}

function isRefused({ approval }: ShownToolCall): boolean {
  return approval?.state === 'denied' || approval?.state === 'withdrawn';
}

/** What a call waits for the person with. */
function questionOf({ call, approval, uncertain }: ShownToolCall): Question | undefined {
  if (call.state === 'waiting' && approval?.state === 'waiting') return { kind: 'approval', approval };
  if (call.state === 'uncertain' && uncertain !== undefined) return { kind: 'uncertain', effect: uncertain };
  return undefined;
}

function QuestionParts({ tool, question, agents, actions, nowMs }: ToolCardProps & { readonly question: Question }) {
  const { call } = tool;
  return (
    <>
      <header className="tool-head">
        <AgentMark agentId={call.agentId} icon={agentIcon(call.agentId, agents)} />
        <div className="tool-names">
          <h3 className="tool-title">{titleOf(tool, agents)}</h3>
          <p className="tool-name">
            <code>{harmless(call.toolName)}</code> · {relativeTime(call.startedAt, nowMs)}
          </p>
        </div>
        <span className="chip is-warning">
          <CircleQuestionMark className="icon" />
          {question.kind === 'approval' ? 'Waits for you' : 'Outcome unknown'}
        </span>
      </header>
      {question.kind === 'approval' ? (
        <ApprovalBody approval={question.approval} agents={agents} actions={actions} />
      ) : (
        <UncertainBody effect={question.effect} actions={actions} />
      )}
    </>
  );
}

function Outcome({ tool, spending, agents, nowMs, isReached }: ToolCardProps) {
  const { call, body, approval } = tool;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const detailsId = useId();
  return (
    <>
      <header className="tool-head">
        <AgentMark agentId={call.agentId} icon={agentIcon(call.agentId, agents)} />
        <div className="tool-names">
          <h3 className="tool-title">{titleOf(tool, agents)}</h3>
          <p className="tool-name">
            <code>{harmless(call.toolName)}</code>
          </p>
        </div>
        <span className="tool-meta">
          {isRefused(tool) ? (
            <span className="chip">{approval?.state === 'denied' ? 'Not allowed' : 'Not done'}</span>
          ) : (
            <StateChip
              state={call.state}
              text={call.durationMs === null ? elapsed(approval?.decidedAt ?? call.startedAt, nowMs) : duration(call.durationMs)}
            />
          )}
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
      {approval !== undefined && approval.state !== 'waiting' && <p className="tool-decision">{decisionWords(approval)}</p>}
      {!isRefused(tool) && <Body body={body} nowMs={nowMs} />}
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
    </>
  );
}

type CallState = ShownToolCall['call']['state'];

function titleOf(tool: ShownToolCall, agents: readonly AgentDescription[]): string {
  const { call, approval } = tool;
  const { state, agentId } = call;
  if (state === 'waiting' && approval?.state === 'waiting') return wishWords(call, agents);
  if (state === 'uncertain' || isRefused(tool)) return wishWords(call, agents, 'wanted');
  const isRunning = state === 'running' || state === 'waiting';
  if (agentId === PRIMARY_AGENT_ID) {
    if (state === 'failed') return 'VOS tried this, and it did not work';
    return isRunning ? 'VOS is at work' : 'VOS did this itself';
  }
  return `${isRunning ? 'Asking' : 'Asked'} ${agentInSentence(agentId, agents)}`;
}

function StateChip({ state, text }: { readonly state: CallState; readonly text: string }) {
  switch (state) {
    // Allowed a moment ago: it begins with the next turn.
    case 'waiting':
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
    case 'succeeded':
      return (
        <span className="chip is-success">
          <Check className="icon" role="img" aria-hidden="false" aria-label="Done in" />
          {text}
        </span>
      );
    case 'uncertain':
      return (
        <span className="chip is-warning">
          <CircleQuestionMark className="icon" />
          Outcome unknown
        </span>
      );
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
          {harmless(body.sentence)}
        </p>
      );
  }
}
