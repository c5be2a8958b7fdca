// What lies in the host of the gallery besides the conversation: notes, places, earlier conversations, services. Sample content.
import { type Clock, isoInstant } from '@vos/base';
import type { EditableNote, OfferedModel, ShownEndpoint, Spending, UsageView } from '@vos/protocol/entities';
import type { FakeHost } from '../testing/fake-host.ts';
import { sampleAnswered, sampleStopped } from '../testing/sample-traces.ts';
import { sampleClasses, sampleRule } from '../testing/sample-permissions.ts';
import { samplePlaces, sampleReport } from '../testing/fake-weather.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The notes that scenes put on the desk. */
export const saturdayNoteId = noteId(1);
export const landlordNoteId = noteId(2);
export const wordsNoteId = noteId(3);

export function furnish(host: FakeHost, clock: Clock): void {
  for (const [id, ageMs, fields] of notes) {
    const note = host.notes.write(id, fields, 'user');
    host.notes.notes.set(id, { ...note, updatedAt: isoInstant(clock.now() - ageMs) });
  }
  for (const [index, place] of samplePlaces.slice(0, 3).entries()) {
    host.weather.kept.push({ ...place, id: `place_${String(index).repeat(32)}`, addedAt: isoInstant(clock.now() - DAY_MS) });
  }
  host.weather.report = (place) => sampleReport(place, isoInstant(clock.now()), clock.now());
  for (const [title, ageMs] of earlier) host.conversations.add(title, isoInstant(clock.now() - ageMs));
  host.traces.routes.push(
    sampleAnswered(clock.now() - 12 * MINUTE_MS),
    ...pastRequests.map((asked, index) => {
      const { trace, hops } = sampleAnswered(clock.now() - (index + 1) * 5 * HOUR_MS);
      return { trace: { ...trace, id: `trace_${String(index).padStart(32, '0')}`, asked, agentIds: ['primary_agent'] }, hops };
    }),
    sampleStopped(clock.now() - 9 * DAY_MS),
  );
  host.settings.view = { ...host.settings.view, endpoints: [...services] };
  host.settings.usage = usage;
  host.permissions.view = {
    classes: sampleClasses,
    rules: [
      sampleRule({ id: 'rule_1', decidedAt: isoInstant(clock.now() - HOUR_MS) }),
      sampleRule({
        id: 'rule_2',
        decision: 'deny',
        effect: 'network-out',
        agentId: null,
        toolName: null,
        conversationId: host.conversationId,
        decidedAt: isoInstant(clock.now() - DAY_MS),
      }),
    ],
  };
  for (const { id } of services) host.settings.offered.set(id, models);
}

function noteId(count: number): string {
  return `note_${String(count).padStart(32, '0')}`;
}

const notes: readonly (readonly [id: string, ageMs: number, fields: Partial<EditableNote>])[] = [
  [
    noteId(11),
    80 * DAY_MS,
    {
      title: 'Seeds to order',
      content: 'Runner beans, the white ones\nTwo kinds of basil\nNo more courgettes',
      color: 'green',
      tags: ['garden'],
    },
  ],
  [
    noteId(10),
    40 * DAY_MS,
    {
      title: 'Widths, back room',
      content: 'Between the windows 112, left of the door 86. The shelf may be 28 deep.',
      color: 'cyan',
      tags: ['home'],
    },
  ],
  [
    noteId(9),
    16 * DAY_MS,
    {
      title: 'Trains to Maastricht',
      content: 'Direct at 08:12 and every half hour. Bicycle ticket for the folding one is not needed.',
    },
  ],
  [
    noteId(8),
    14 * DAY_MS,
    {
      title: 'Names for the boat',
      content: 'Kittiwake, Second Wind, or simply Annie. Nora votes for Annie.',
      color: 'orange',
      tags: ['fun'],
    },
  ],
  [
    wordsNoteId,
    12 * DAY_MS,
    {
      title: 'Words to keep',
      content: 'Words to keep\n\n**Petrichor**, the smell of earth after rain. *Saudade*. Gloaming.',
      color: 'grey',
      tags: ['reading'],
    },
  ],
  [
    noteId(7),
    4 * DAY_MS,
    {
      title: 'Presents for Mum',
      content: 'The blue teapot from the corner shop, or two concert tickets in June.',
      color: 'red',
      tags: ['family'],
    },
  ],
  [
    noteId(6),
    3 * DAY_MS,
    {
      title: 'Book club, part two',
      content: 'Why does she keep the letter? Ask Tom about the lighthouse.',
      color: 'green',
      tags: ['reading'],
    },
  ],
  [
    landlordNoteId,
    HOUR_MS,
    {
      title: 'For the landlord',
      content: '- [x] Draught, back room\n- [ ] Key for the bike shed\n- [ ] When is the roof done?',
      color: 'purple',
      tags: ['home'],
    },
  ],
  [
    noteId(4),
    26 * HOUR_MS,
    {
      title: 'Sourdough, again',
      content: 'Less water: 68 %. Fold four times, half an hour apart. Rest it overnight.',
      color: 'orange',
      tags: ['kitchen'],
      isPinned: true,
    },
  ],
  [
    saturdayNoteId,
    3 * MINUTE_MS,
    {
      title: 'Before Saturday',
      content: '- [x] Spare inner tube\n- [x] Charge the front light\n- [ ] Pump the tyres\n- [ ] Ask Sam about the café',
      tags: ['ride', 'weekend', 'Sam'],
    },
  ],
];

const earlier: readonly (readonly [title: string, ageMs: number])[] = [
  ['Will it stay dry for the ride to Zeist?', 2 * HOUR_MS],
  ['note that the plumber comes on Friday', DAY_MS],
  ['A very long question about trains, bicycles and the price of tickets to Maastricht in the week after Whitsun', 3 * DAY_MS],
  ['median of 4, 8 and 15', 9 * DAY_MS],
  ['Weather in Lisbon', 45 * DAY_MS],
];

const pastRequests = [
  'And the air in Ouagadougou?',
  'Note that the plumber comes on Friday',
  'Show my notes',
  'what time is it',
  'median of 4, 8 and 15',
  'A very long question about trains, bicycles and the price of tickets to Maastricht in the week after Whitsun',
];

const services: readonly ShownEndpoint[] = [
  service('1', 'openai', 'OpenAI', 'api.openai.com', {
    model: 'gpt-4o-mini',
    price: { kind: 'entered', inputUsd: 0.15, outputUsd: 0.6 },
  }),
  service('2', 'groq', 'Groq', 'api.groq.com', { isConfigured: false, isKeyLost: true }),
  service('3', 'custom', 'The machine in the cellar', '192.168.1.20:8080', { needsKey: false }),
];

function service(
  digit: string,
  preset: ShownEndpoint['preset'],
  label: string,
  host: string,
  part: Partial<ShownEndpoint>,
): ShownEndpoint {
  return {
    id: `endpoint_${digit.repeat(32)}`,
    preset,
    label,
    host,
    isLocal: false,
    needsKey: true,
    isConfigured: true,
    isKeyLost: false,
    isKeyRefused: false,
    model: null,
    price: null,
    ...part,
  };
}

const models: readonly OfferedModel[] = [
  { name: 'gpt-4o-mini', price: { kind: 'entered', inputUsd: 0.15, outputUsd: 0.6 }, problem: null },
  { name: 'a-model-nobody-knows-the-price-of', price: { kind: 'unknown' }, problem: null },
  { name: 'whisper-large', price: { kind: 'unknown' }, problem: 'It does not call tools.' },
];

function spent(callCount: number, knownCostMicroUsd: number, unknownCostCount = 0): Spending {
  return { callCount, inputTokens: callCount * 2_150, outputTokens: callCount * 180, knownCostMicroUsd, unknownCostCount };
}

const usage: UsageView = {
  today: { day: '2026-05-12', limitMicroUsd: 5_000_000, usedMicroUsd: 424_000 },
  days: [
    { day: '2026-05-12', ...spent(31, 424_000, 1) },
    { day: '2026-05-11', ...spent(58, 712_500) },
    { day: '2026-05-09', ...spent(12, 96_300) },
    { day: '2026-05-08', ...spent(3, 4_200) },
  ],
  models: [{ model: 'OpenAI · gpt-4o-mini', ...spent(104, 1_237_000, 1) }],
  agents: [{ agentId: 'primary_agent', ...spent(104, 1_237_000, 1) }],
  conversations: [],
};
