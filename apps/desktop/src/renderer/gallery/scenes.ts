// What the gallery shows: one conversation a scene, from an empty desk to text that tries to break it, and what can go wrong. Sample
// content.
import { type Ids, isoInstant } from '@vos/base';
import type { Message, ToolCall } from '@vos/protocol/entities';
import type { Services } from '../desk/services.ts';
import type { FakeHost } from '../testing/fake-host.ts';
import { sampleFailed, sampleLetter, sampleRunning, sampleUncertain } from '../testing/sample-traces.ts';
import { sampleReport } from '../testing/fake-weather.ts';
import { askAfterReading, askPermission, loseTheWay, loseTrack } from './questions.ts';
import { furnish, landlordNoteId, saturdayNoteId, wordsNoteId } from './furnish.ts';
import {
  sampleAir,
  sampleConversion,
  sampleForecast,
  sampleNote,
  sampleSummary,
  sampleUv,
  sampleWeather,
} from './sample-results.ts';

const MINUTE_MS = 60_000;

export function playScene(scene: string, host: FakeHost, ids: Ids, services: Services): void {
  const at = (minutesAgo: number): string => isoInstant(services.clock.now() - minutesAgo * MINUTE_MS);
  const script = scriptFor(host, ids, at);
  const { first } = host.conversations;
  if (scene === 'empty') return;
  furnish(host, services.clock);
  switch (scene) {
    case 'notices':
      return;
    case 'refused':
      host.access = 'refused';
      return;
    case 'failing':
      for (const command of ['conversation/read', 'note/list', 'settings/read', 'place/list', 'trace/list'] as const) {
        host.failing.set(command, 'The disk is full. Make room on it, then try again; nothing was lost.');
      }
      return;
    case 'stickies':
      layOut(services);
      break;
    case 'clash':
      clash(host);
      break;
    case 'route-live':
      host.traces.routes.unshift(sampleRunning(services.clock.now() - 4_000));
      break;
    case 'route-failed':
      host.traces.routes.unshift(sampleFailed(services.clock.now() - 4 * MINUTE_MS));
      host.traces.letters.push(sampleLetter(services.clock.now() - 4 * MINUTE_MS));
      host.traces.effects.push(sampleUncertain(services.clock.now() - 9 * MINUTE_MS));
      break;
    case 'no-reading':
    case 'old-reading':
      host.weather.problem = 'The weather service did not answer.';
      host.weather.report = (place) => (scene === 'no-reading' ? null : sampleReport(place, at(34), services.clock.now()));
      break;
    case 'markdown':
      script.ask('How do I make the bread again? And the little script for the ratios.', 20);
      script.answer(markdown, 19);
      host.conversations.rename(first.id, 'How do I make the bread again?');
      host.messages.push(...script.messages);
      return;
    case 'asking':
      askPermission(host, at);
      return;
    case 'asking-after-reading':
      askAfterReading(host, at);
      return;
    case 'uncertain':
      loseTrack(host, at);
      return;
    case 'lost':
      loseTheWay(host, at);
      return;
    case 'offline':
      script.ask('What did I promise the landlord?', 40);
      script.answer('Three things, on your note from this morning. One is done: the draught in the back room.', 40);
      host.messages.push(...script.messages);
      goOffline(host, services);
      return;
    case 'hostile':
      hostile(script);
      host.messages.push(...script.messages);
      host.toolCalls.push(...script.toolCalls);
      return;
    case 'long':
      for (let index = 0; index < 140; index += 1) {
        script.ask(`Question ${index + 1}`, 3000 - index * 20);
        script.answer(`Answer ${index + 1}, in a sentence that is long enough to be read.`, 3000 - index * 20);
      }
      break;
  }
  if (scene !== 'long') {
    conversation(script, ids, at);
    host.conversations.rename(first.id, 'Is it warm in Utrecht?');
  }
  host.messages.push(...script.messages);
  host.toolCalls.push(...script.toolCalls);
  if (scene === 'working') work(host, services, at);
  if (scene === 'long') {
    services.clock.schedule(4_000, () =>
      host.say(host.message({ author: { kind: 'agent', agentId: 'primary_agent' }, text: 'One more.' })),
    );
  }
}

interface Script {
  readonly messages: Message[];
  readonly toolCalls: ToolCall[];
  ask(text: string, minutesAgo: number): void;
  use(
    agentId: string,
    toolName: string,
    given: Record<string, unknown>,
    result: unknown,
    state?: ToolCall['state'],
    durationMs?: number,
  ): void;
  answer(text: string, minutesAgo: number): void;
  system(text: string, minutesAgo: number): void;
}

function scriptFor(host: FakeHost, ids: Ids, at: (minutesAgo: number) => string): Script {
  const messages: Message[] = [];
  const toolCalls: ToolCall[] = [];
  let traceId = ids.next('trace');
  let askedAt = at(0);
  return {
    messages,
    toolCalls,
    ask(text, minutesAgo) {
      traceId = ids.next('trace');
      askedAt = at(minutesAgo);
      messages.push(host.message({ author: { kind: 'user' }, text, traceId, sentAt: askedAt }));
    },
    use(agentId, toolName, given, result, state = 'succeeded', durationMs = 1240) {
      toolCalls.push(
        host.toolCall({ agentId, toolName, arguments: given, result, state, durationMs, traceId, startedAt: askedAt }),
      );
    },
    answer(text, minutesAgo) {
      const author = { kind: 'agent', agentId: 'primary_agent' } as const;
      messages.push(host.message({ author, text, traceId, turnId: ids.next('turn'), sentAt: at(minutesAgo - 0.1) }));
    },
    system(text, minutesAgo) {
      messages.push(host.message({ author: { kind: 'system' }, text, traceId, sentAt: at(minutesAgo - 0.1) }));
    },
  };
}

function conversation(script: Script, ids: Ids, at: (minutesAgo: number) => string): void {
  script.ask('Is it warm in Utrecht?', 1500);
  script.use('weather_agent', 'get_weather', { location: 'Utrecht', units: 'metric' }, sampleWeather(at(1500)), 'succeeded', 640);
  script.answer('It is 16° in Utrecht now, partly cloudy, and feels like 15°.', 1500);
  script.ask('Will it stay dry for the ride to Zeist on Saturday morning?', 50);
  script.use('weather_agent', 'get_forecast', { location: 'Utrecht', days: 7 }, sampleForecast(at(50)));
  script.answer('Yes, if you are home by two. Dry and up to 18° until then, with a light east wind at your back going home.', 50);
  script.ask('Note that the plumber comes on Friday', 31);
  script.use(
    'notes_agent',
    'create_note',
    { title: 'The plumber comes on Friday' },
    sampleNote(
      {
        id: ids.next('note'),
        title: 'The plumber comes on Friday',
        content: 'Key is with the neighbours. He brings the new tap.',
        tags: ['home'],
        color: 'orange',
      },
      at(31),
    ),
    'succeeded',
    38,
  );
  script.answer('Noted: “The plumber comes on Friday”.', 31);
  script.ask('Show my notes', 30);
  script.use(
    'notes_agent',
    'list_notes',
    {},
    {
      notes: [
        sampleSummary(
          sampleNote(
            {
              id: ids.next('note'),
              title: 'The plumber comes on Friday',
              content: 'Key is with the neighbours.',
              color: 'orange',
            },
            at(31),
          ),
        ),
        sampleSummary(
          sampleNote(
            {
              id: ids.next('note'),
              title: 'Sourdough, again',
              content: 'Less water: 68 %. Fold four times, half an hour apart.',
              color: 'yellow',
              isPinned: true,
            },
            at(900),
          ),
        ),
        sampleSummary(
          sampleNote(
            {
              id: ids.next('note'),
              title: 'Presents for Mum',
              content: 'The blue teapot from the corner shop, or two concert tickets in June.',
              color: 'red',
            },
            at(4000),
          ),
        ),
        sampleSummary(
          sampleNote(
            { id: ids.next('note'), title: 'Book club, part two', content: 'Why does she keep the letter?', color: 'green' },
            at(9000),
          ),
        ),
      ],
      total: 11,
    },
    'succeeded',
    12,
  );
  script.answer(
    'You have 11 notes:\n- The plumber comes on Friday\n- Sourdough, again: Less water\n- Presents for Mum\n- Book club, part two\nand 7 more.',
    30,
  );
  script.ask('what is 15% of 80, and 3 miles in km', 12);
  script.use(
    'calculator_agent',
    'basic_calculation',
    { expression: '15% of 80' },
    { expression: '15% of 80', result: 12, formattedResult: '12', isExact: true },
    'succeeded',
    6,
  );
  script.use(
    'calculator_agent',
    'unit_conversion',
    { value: 3, from_unit: 'mi', to_unit: 'km' },
    sampleConversion,
    'succeeded',
    4,
  );
  script.use('calculator_agent', 'statistics', { data: [3, 5, 8] }, { mean: 5.33, median: 5, max: 8 }, 'succeeded', 5);
  script.answer('15% of 80 is 12. Three miles are 4.83 km.', 12);
  script.ask('Sun cream? And is the air good?', 8);
  script.use('weather_agent', 'get_uv_index', { location: 'Utrecht' }, sampleUv(at(8)), 'succeeded', 310);
  script.use('weather_agent', 'get_air_quality', { location: 'Utrecht' }, sampleAir(at(8)), 'succeeded', 290);
  script.answer('A hat will do, and the air is fair.', 8);
  script.ask('And the air in Ouagadougou?', 4);
  script.use(
    'weather_agent',
    'get_air_quality',
    { location: 'Ouagadougou' },
    'Open-Meteo cannot be reached. Check the network and ask again; nothing was changed.',
    'failed',
    9800,
  );
  script.answer('I could not reach the weather service, so I do not know. Ask me again when the network is back.', 4);
  script.system('VOS could not answer this request after three attempts. It is kept; send it again to retry.', 3);
}

/** An agent changes a note a moment before the person's change of it arrives. */
function clash(host: FakeHost): void {
  host.notes.beforeChange = () => {
    host.notes.beforeChange = () => undefined;
    const sourdough = [...host.notes.notes.values()].find(({ title }) => title.startsWith('Sourdough'));
    if (sourdough !== undefined)
      host.notes.write(sourdough.id, { content: 'Less water: 68 %. Fold six times. Rest it two nights.' });
  };
}

/** Puts notes on the desk as soon as it is known how it stood. */
function layOut({ desk }: Services): void {
  const size = { width: 240, height: 250 };
  const unfollow = desk.view.subscribe(({ isRestored }) => {
    if (!isRestored) return;
    unfollow();
    desk.dispatch({
      kind: 'put-note',
      noteId: wordsNoteId,
      wanted: { x: window.innerWidth - 430, y: 60, width: 280, height: 180 },
    });
    desk.dispatch({ kind: 'put-note', noteId: landlordNoteId, wanted: { x: 560, y: 120, ...size } });
    desk.dispatch({ kind: 'put-note', noteId: saturdayNoteId, wanted: { x: window.innerWidth - 380, y: 300, ...size } });
  });
}

const markdown = `Gladly. This is the short version:

1. **Mix** 500 g flour, 340 g water and 10 g salt
2. *Fold* four times, half an hour apart
3. Rest it overnight, at \`5 °C\` or a little more

| flour | water | share |
| ----- | ----: | ----: |
| 500 g | 340 g |  68 % |
| 800 g | 544 g |  68 % |

> Less water makes it easier to handle.

\`\`\`python
def water(flour_g: float, share: float = 0.68) -> float:
    """Grams of water for that much flour, which can be a long line that does not fit."""
    return flour_g * share
\`\`\`

More on [the baker's page](https://example.org/bread).`;

function hostile(script: Script): void {
  script.ask('x'.repeat(10_000), 9);
  script.answer('<script>alert(1)</script> <img src=x onerror="alert(2)"> <b>not bold</b>\n\n\n**no markdown**', 9);
  script.ask('\u202Eevisrever\u202D and \u2067right to left\u2069 next line\nplain line', 8);
  script.answer('שלום, מה מזג האוויר היום?\nمرحبا، كيف الطقس؟\nand a line in English', 8);
  script.answer(`Z${'\u0351\u0316\u0363\u0334'.repeat(60)}algo and an emoji family 👨‍👩‍👧‍👦`, 7);
  script.use(
    'weather_agent',
    'a_tool_with_an_unreasonably_long_name_that_goes_on_and_on_and_on_for_a_while',
    { ['k'.repeat(300)]: 'v'.repeat(3000), '<b>': '\u202Ereversed' },
    'y'.repeat(2000),
    'failed',
    125_000,
  );
  script.answer('word '.repeat(2_000), 6);
  script.ask('A short one', 5);
}

function work(host: FakeHost, services: Services, at: (minutesAgo: number) => string): void {
  const message = host.message({ author: { kind: 'user' }, text: 'Good. And in Zeist?' });
  host.messages.push(message);
  const since = at(4 / 60);
  host.toolCalls.push(
    host.toolCall({
      agentId: 'weather_agent',
      toolName: 'get_weather',
      arguments: { location: 'Zeist' },
      traceId: message.traceId,
      startedAt: since,
    }),
  );
  services.clock.schedule(300, () => {
    host.work({ agentId: 'weather_agent', state: 'executing_tools', doing: 'reading the weather for Zeist', since });
    const words = 'I am asking the weather agent for Zeist, one moment please.'.split(/(?<= )/);
    let offset = 0;
    words.forEach((word, index) => {
      const start = offset;
      offset += word.length;
      services.clock.schedule(index * 120, () => host.stream('turn_00000000000000000000000000000001', 1, start, word));
    });
  });
}

function goOffline(host: FakeHost, services: Services): void {
  services.clock.schedule(100, () => {
    // What was said before is on the desk by then.
    if (services.conversations.known(host.conversationId) === undefined) {
      goOffline(host, services);
      return;
    }
    host.access = 'unreachable';
    host.drop();
    services.outbox.add('Ask Sam whether nine is too early', host.conversationId);
  });
}
