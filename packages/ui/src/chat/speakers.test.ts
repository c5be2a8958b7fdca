import { describe, expect, it } from 'vitest';
import { agentInSentence, agentName, pickSuggestions } from './speakers.ts';

const agent = (id: string, name: string, suggestions: string[]) => ({ id, name, icon: id, purpose: '', suggestions });
const agents = [
  agent('primary_agent', 'Primary agent', []),
  agent('weather_agent', 'Weather agent', ['w1', 'w2', 'w3']),
  agent('notes_agent', 'Notes agent', ['n1']),
];

describe('agents in the chat', () => {
  it('have names, the primary one that of the app, a vanished one that of its id', () => {
    expect(['primary_agent', 'notes_agent', 'old_search_agent'].map((id) => agentName(id, agents))).toEqual([
      'VOS',
      'Notes agent',
      'Old search agent',
    ]);
    expect(agentInSentence('notes_agent', agents)).toBe('the notes agent');
  });

  it('each offer something before any offers more', () => {
    expect(pickSuggestions(agents, 3).map(({ text }) => text)).toEqual(['w1', 'n1', 'w2']);
    expect(pickSuggestions([], 3)).toEqual([]);
  });
});
