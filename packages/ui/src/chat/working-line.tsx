// The chat's foot: who is at work for whom, on what, for how long, and how to stop it; at rest, who waits for the person, or who answers.
import type { Clock } from '@vos/base';
import type { Activity, AgentDescription, ToolCall } from '@vos/protocol/entities';
import { ArrowRight, Square } from 'lucide-react';
import { useAction } from '../settings/use-action.ts';
import { agentName, PRIMARY_AGENT_ID, PRIMARY_NAME } from './speakers.ts';
import { useNow } from './use-now.ts';
import { elapsed } from './when.ts';
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

export interface WorkingLineProps {
  readonly activities: readonly Activity[];
  /** The call that waits for the person's decision. */
  readonly waiting: Pick<ToolCall, 'agentId'> | undefined;
  readonly agents: readonly AgentDescription[];
  /** What thinks for the agents, shown at rest. */
  readonly model: { readonly label: string; readonly description: string } | null;
  /** Null where there is nothing to stop. */
  readonly onStop: (() => Promise<void>) | null;
  readonly clock: Clock;
}

export function WorkingLine({ activities, waiting, agents, model, onStop, clock }: WorkingLineProps) {
  const working = activities.filter(({ state }) => state !== 'idle');
  const shown = working.find(({ agentId }) => agentId !== PRIMARY_AGENT_ID) ?? working[0];
  const othersCount = working.filter((other) => other !== shown && other.agentId !== PRIMARY_AGENT_ID).length;
  const nowMs = useNow(clock, shown === undefined ? null : 1000);
  return (
    <footer className={`working${shown === undefined ? '' : ' is-at-work'}`}>
      <span className="orb is-tiny" />
      <p className="working-text" role="status">
        {shown === undefined ? (
          <Rest waiting={waiting} agents={agents} />
        ) : (
          <Work activity={shown} agents={agents} othersCount={othersCount} />
        )}
      </p>
      {shown !== undefined && (
        <>
          {shown.state !== 'retrying' && (
            <span className="wave" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          )}
          <span className="working-time" aria-hidden="true">
            {shown.state === 'retrying' ? retryWords(shown.resumesAt, nowMs) : elapsed(shown.since, nowMs)}
          </span>
        </>
      )}
      {shown === undefined && onStop === null && model !== null && (
        <span className="working-model" title={harmless(model.description)}>
          {harmless(model.label)}
        </span>
      )}
      {onStop !== null && <StopButton onStop={onStop} />}
    </footer>
  );
}

/** Stays where it is while a stop is under way; a second press changes nothing. */
function StopButton({ onStop }: { readonly onStop: () => Promise<void> }) {
  const { isBusy, run } = useAction();
  const name = isBusy ? 'Stopping…' : 'Stop';
  return (
    <button
      type="button"
      className="icon-button is-small working-stop"
      aria-label={name}
      title={name}
      aria-disabled={isBusy}
      onClick={() => void run(onStop)}
    >
      <Square className="icon" />
    </button>
  );
}

function Rest({ waiting, agents }: Pick<WorkingLineProps, 'waiting' | 'agents'>) {
  if (waiting === undefined) return <span className="working-rest">{PRIMARY_NAME}</span>;
  return (
    <>
      <b>{agentName(waiting.agentId, agents)}</b> waits for you
    </>
  );
}

interface WorkProps {
  readonly activity: Activity;
  readonly agents: readonly AgentDescription[];
  readonly othersCount: number;
}

function Work({ activity, agents, othersCount }: WorkProps) {
  if (activity.state === 'retrying') {
    const why = activity.doing ?? 'No answer came.';
    return (
      <>
        <Words className="truncate" title={why}>
          {why}
        </Words>
        {/* The seconds beside it would be read out each time they change. */}
        <span className="visually-hidden"> It is tried again.</span>
      </>
    );
  }
  const doing = activity.doing ?? (activity.state === 'thinking' ? 'thinking' : 'at work');
  const more = othersCount === 0 ? '' : ` and ${othersCount} more`;
  if (activity.agentId === PRIMARY_AGENT_ID) {
    return (
      <>
        <b>{PRIMARY_NAME}</b> <Words className="truncate">{doing}</Words>
      </>
    );
  }
  return (
    <>
      <span className="working-rest">{PRIMARY_NAME}</span>
      <ArrowRight className="icon" role="img" aria-hidden="false" aria-label="to" />
      <b>{agentName(activity.agentId, agents)}</b>{' '}
      <Words className="truncate">
        {doing}
        {more}
      </Words>
    </>
  );
}

/** “Trying again in 4 s”. */
function retryWords(resumesAt: string | null, nowMs: number): string {
  const seconds = resumesAt === null ? 0 : Math.ceil((Date.parse(resumesAt) - nowMs) / 1000);
  if (seconds <= 0) return 'Trying again…';
  return seconds < 100 ? `Trying again in ${seconds} s` : `Trying again in ${Math.round(seconds / 60)} min`;
}
