// Who is who in the chat. The primary agent speaks as VOS; every other agent under its own name.
import type { AgentDescription } from '@vos/protocol/entities';

export const PRIMARY_AGENT_ID = 'primary_agent';
export const PRIMARY_NAME = 'VOS';

/** The name to show. An agent that is not described, because it is gone by now, is named after its id. */
export function agentName(agentId: string, agents: readonly AgentDescription[]): string {
  if (agentId === PRIMARY_AGENT_ID) return PRIMARY_NAME;
  const known = agents.find(({ id }) => id === agentId);
  if (known !== undefined) return known.name;
  const words = agentId.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same inside a sentence: “the weather agent”. */
export function agentInSentence(agentId: string, agents: readonly AgentDescription[]): string {
  const name = agentName(agentId, agents);
  if (agentId === PRIMARY_AGENT_ID) return name;
  return `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Name of the agent's icon. */
export function agentIcon(agentId: string, agents: readonly AgentDescription[]): string {
  return agents.find(({ id }) => id === agentId)?.icon ?? 'bot';
}

/** Up to `count` requests to offer a new person: each agent's first one before any agent's second. */
export function pickSuggestions(
  agents: readonly AgentDescription[],
  count: number,
): readonly { readonly text: string; readonly icon: string }[] {
  const picked: { text: string; icon: string }[] = [];
  const deepest = Math.max(0, ...agents.map(({ suggestions }) => suggestions.length));
  for (let depth = 0; depth < deepest; depth += 1) {
    for (const { suggestions, icon } of agents) {
      const text = suggestions[depth];
      if (text !== undefined && picked.length < count) picked.push({ text, icon });
    }
  }
  return picked;
}
