// A conversation with nothing in it yet: what this is, and requests that work as they stand.
import type { AgentDescription } from '@vos/protocol/entities';
import { NamedIcon } from '../desk/icon.tsx';
import { pickSuggestions } from './speakers.ts';
import { Words } from '../words.tsx';

const SUGGESTION_COUNT = 4;

export interface EmptyChatProps {
  readonly agents: readonly AgentDescription[];
  readonly onSend: (text: string) => void;
}

export function EmptyChat({ agents, onSend }: EmptyChatProps) {
  const suggestions = pickSuggestions(agents, SUGGESTION_COUNT);
  return (
    <div className="empty">
      <span className="empty-orb" />
      <h3>Nothing asked yet</h3>
      <p>Write below. VOS hands it to the agent who knows and brings the answer back here.</p>
      {suggestions.length > 0 && (
        <ul className="suggestions" aria-label="Suggestions">
          {suggestions.map(({ text, icon }) => (
            <li key={text}>
              <button type="button" className="suggestion" onClick={() => onSend(text)}>
                <NamedIcon name={icon} />
                <Words>{text}</Words>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
