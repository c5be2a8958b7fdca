// Who an agent is, at a glance: the orb for the one that speaks with the person, its own icon for every other.
import { PRIMARY_AGENT_ID } from './speakers.ts';
import { NamedIcon } from '../desk/icon.tsx';

/** Decorative: the agent's name stands beside it. */
export function AgentMark({ agentId, icon }: { readonly agentId: string; readonly icon: string }) {
  if (agentId === PRIMARY_AGENT_ID) return <span className="orb" />;
  return (
    <span className="agent-mark">
      <NamedIcon name={icon} />
    </span>
  );
}
