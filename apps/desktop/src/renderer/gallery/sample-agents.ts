// The agents of the gallery and of tests. Sample content, none of it a fact.
import type { AgentDescription } from '@vos/protocol/entities';

export const sampleAgents: readonly AgentDescription[] = [
  { id: 'primary_agent', name: 'VOS', icon: 'sparkles', purpose: 'Talks with you and hands work on.', suggestions: [] },
  {
    id: 'weather_agent',
    name: 'Weather agent',
    icon: 'cloud-sun',
    purpose: 'Knows the weather anywhere.',
    suggestions: ['What’s the weather in Utrecht?', 'Will it rain in Lisbon this week?'],
  },
  {
    id: 'notes_agent',
    name: 'Notes agent',
    icon: 'notebook-pen',
    purpose: 'Keeps your notes.',
    suggestions: ['Note that the plumber comes on Friday', 'Show my notes'],
  },
  {
    id: 'calculator_agent',
    name: 'Calculator agent',
    icon: 'calculator',
    purpose: 'Does sums and converts units.',
    suggestions: ['What is 15% of 80?', 'Convert 3 miles to km'],
  },
];
