// The tool random_number: dice, coins, choices.
import { ok } from '@vos/base';
import { z } from 'zod';
import { type BuiltinReading, defineOutsideTool, type Tool } from '../../sdk/tool.ts';
import { CALCULATION_TIMEOUT_MS, formatNumber, listed, UNFIT } from './common.ts';
import { draw, type Random, randomTypes } from './random.ts';
import { bareRequest } from './reading.ts';

/** How many may be drawn at once. */
const COUNT_LIMIT = 1_000;

const parameters = z.object({
  type: z.enum(randomTypes),
  min: z.number().optional().describe('Default 0.'),
  max: z.number().optional().describe('Default 100 for int, 1 for float.'),
  mean: z.number().optional().describe('For normal; default 0.'),
  std_dev: z.number().nonnegative().optional().describe('For normal; default 1.'),
  choices: z.array(z.string().max(1_000)).max(10_000).optional().describe('For choice, shuffle and sample.'),
  count: z.number().int().min(1).max(COUNT_LIMIT).default(1),
});
type Arguments = z.output<typeof parameters>;
const result = z.object({ type: z.enum(randomTypes), values: z.array(z.union([z.number(), z.string()])) });

export function randomTools(random: Random): readonly Tool[] {
  return [
    defineOutsideTool({
      name: 'random_number',
      description:
        'Draws at random: int and float between min and max, normal, choice among choices, shuffle, or sample (without repetition).',
      parameters,
      result,
      effect: 'read',
      permission: 'allow',
      continues: true,
      timeoutMs: CALCULATION_TIMEOUT_MS,
      async run(given) {
        const drawn = draw(given, random);
        return drawn.ok ? ok({ type: given.type, values: [...drawn.value] }) : drawn;
      },
      builtin: {
        recognizes: ({ text }) => readRandom(text).kind !== 'unfit',
        read({ text }) {
          const reading = readRandom(text);
          return reading.kind === 'unfit' ? readThrowLoosely(text) : reading;
        },
        say: sayDrawn,
      },
    }),
  ];
}

const COIN = ['heads', 'tails'];

function readRandom(text: string): BuiltinReading<Arguments> {
  const request = bareRequest(text);
  if (/\b(?:flip|toss|throw)\b.*\bcoins?\b|\bheads or tails\b|^coin (?:flip|toss)$/.test(request)) {
    return given({ type: 'choice', choices: COIN, count: counted(/(\d+) coins?|coins? (\d+) times/.exec(request)) });
  }
  const notation = /\b(\d+)?d(\d{1,4})\b/.exec(request);
  if (notation !== null && /\b(?:roll|throw)\b|^\d*d\d+$/.test(request)) {
    return given({ type: 'int', min: 1, max: Number(notation[2]), count: counted([notation[0], notation[1]]) });
  }
  if (/\b(?:roll|throw)\b.*\b(?:dice|die)\b|^dice(?: roll)?$/.test(request)) {
    const sides = /(\d+)[- ]sided/.exec(request);
    const count = /(\d+) (?:\d+[- ]sided )?(?:dice|die)\b|(\d+) times/.exec(request);
    return given({ type: 'int', min: 1, max: sides === null ? 6 : Number(sides[1]), count: counted(count) });
  }
  const shuffled = /^(?:shuffle|randomi[sz]e|put in random order)(?: the (?:list|order of))?:? (.+)$/.exec(request);
  if (shuffled !== null) return choose('shuffle', shuffled[1] ?? '', text);
  const range = /\b(?:between|from)? ?(-?\d+(?:\.\d+)?) (?:and|to|-) (-?\d+(?:\.\d+)?)\b/.exec(request);
  const asksNumber =
    /\b(?:random|pick|choose|draw|generate|guess|think of)\b.*\b(?:numbers?|integers?|decimals?)\b|\bnumbers?\b.*\b(?:at )?random\b|^(?:an? )?random\b/.test(
      request,
    );
  if (asksNumber) {
    const decimals = /\b(?:decimal|float|fraction|real)\b/.test(request) || /\.\d/.test(range?.[0] ?? '');
    const count = counted(/\b(\d+) (?:different )?(?:random )?(?:whole |decimal )?numbers\b/.exec(request));
    const bounds = range === null ? upTo(request) : { min: Number(range[1]), max: Number(range[2]) };
    return given({ type: decimals ? 'float' : 'int', ...bounds, count });
  }
  const chosen =
    /^(?:pick|choose|select|decide)(?: (?:1|one|randomly|something|a random one|at random))*(?: (?:of|from|between|among))?:? (.+(?:,| or | and ).+)$/.exec(
      request,
    );
  if (chosen !== null && !/\bnotes?\b/.test(request)) return choose('choice', chosen[1] ?? '', text);
  const undecided = /^i can't decide,? (.+?)(?:,? (?:please )?(?:pick|choose|decide)(?: (?:1|one))?(?: for me)?)?$/.exec(request);
  if (undecided !== null) return choose('choice', undecided[1] ?? '', text);
  return UNFIT;
}

/** A coin or dice named in any wording; enough once it is clear that something is to be drawn. */
function readThrowLoosely(text: string): BuiltinReading<Arguments> {
  const request = bareRequest(text);
  if (/\b(?:coins?|heads|tails|dime|quarter|penny|nickel)\b|^(?:let's |lets )?flip\b/.test(request)) {
    return given({ type: 'choice', choices: COIN, count: 1 });
  }
  if (!/\b(?:dice|die|dices|bones)\b/.test(request)) return UNFIT;
  const sides = Number(
    /\b(\d{1,4})[- ]sided\b|\b(\d{1,4}) (?:sides|faces)\b/
      .exec(request)
      ?.slice(1)
      .find((found) => found !== undefined) ?? 6,
  );
  const count = counted(/\b(\d+) (?:\d+[- ]sided )?(?:dice|dices)\b|\b(\d+) times\b/.exec(request));
  return sides < 2 ? UNFIT : given({ type: 'int', min: 1, max: sides, count });
}

function upTo(request: string): { readonly min?: number; readonly max?: number } {
  const most = /\b(?:up to|below|under|max(?:imum)?(?: of)?) (\d+)/.exec(request);
  return most === null ? { min: 1, max: 100 } : { min: 1, max: Number(most[1]) };
}

/** The choices of a list, spelled as in the text they come from. */
function choose(type: 'choice' | 'shuffle', list: string, text: string): BuiltinReading<Arguments> {
  const choices = list
    .split(/\s*,\s*(?:or |and )?|\s+(?:or|and)\s+/)
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
    .map((choice) => {
      const start = text.toLowerCase().indexOf(choice);
      return start < 0 ? choice : text.slice(start, start + choice.length);
    });
  if (choices.length < 2) return UNFIT;
  return given({ type, choices, count: 1 });
}

function given(values: Arguments): BuiltinReading<Arguments> {
  const isPossible = values.count >= 1 && values.count <= COUNT_LIMIT;
  if (!isPossible) return { kind: 'question', text: `I draw from 1 to ${formatNumber(COUNT_LIMIT)} at a time.` };
  return { kind: 'arguments', arguments: values };
}

function counted(found: readonly (string | undefined)[] | null): number {
  return Number(found?.[1] ?? found?.[2] ?? 1);
}

function sayDrawn({ values }: z.output<typeof result>, { type, choices, max, min }: Arguments): string {
  const words = values.map((value) => (typeof value === 'number' ? formatNumber(value) : value));
  if (type === 'shuffle') return `In random order: ${words.join(', ')}.`;
  const isCoin = choices?.length === 2 && choices.every((choice) => COIN.includes(choice));
  if (isCoin) return words.length === 1 ? `It is ${words[0] ?? ''}.` : `The coins show ${listed(words)}.`;
  const total = values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);
  if (type === 'int' && min === 1 && max === 6 && words.length > 1)
    return `You rolled ${listed(words)}: ${formatNumber(total)} in all.`;
  return words.length === 1 ? `I drew ${words[0] ?? ''}.` : `I drew ${listed(words)}.`;
}
