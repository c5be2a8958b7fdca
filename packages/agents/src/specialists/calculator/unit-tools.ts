// The tool unit_conversion.
import { unitConversion } from '@vos/protocol/entities';
import { z } from 'zod';
import { type BuiltinReading, defineOutsideTool, type Tool } from '../../sdk/tool.ts';
import type { Calculator } from './calculator.ts';
import { CALCULATION_TIMEOUT_MS, UNFIT } from './common.ts';
import { doubtfulNumber, explainDoubt, possibleForms } from './number-writing.ts';
import { bareRequest } from './reading.ts';
import { findUnit } from './units.ts';

const parameters = z.object({
  value: z.number(),
  from_unit: z.string().min(1).max(60),
  to_unit: z.string().min(1).max(60),
});
type Arguments = z.output<typeof parameters>;

export function unitTools(calculator: Calculator): readonly Tool[] {
  return [
    defineOutsideTool({
      name: 'unit_conversion',
      description:
        'Converts between units of length, mass, time, temperature, volume, area, speed, data, pressure, energy, power, angle and frequency. Cups, pints and gallons are those of the US unless named imperial.',
      parameters,
      result: unitConversion,
      effect: 'read',
      permission: 'allow',
      continues: true,
      timeoutMs: CALCULATION_TIMEOUT_MS,
      doing: ({ from_unit: from, to_unit: to }) => `converting ${from} to ${to}`,
      run: ({ value, from_unit: fromUnit, to_unit: toUnit }, { signal }) =>
        calculator.evaluate({ name: 'unit_conversion', value, fromUnit, toUnit }, signal),
      builtin: {
        recognizes: ({ text }) =>
          isAboutDifference(text) || possibleForms(text, true).some((form) => readConversion(form).kind === 'arguments'),
        read({ text }) {
          if (isAboutDifference(text)) return { kind: 'question', text: DIFFERENCE };
          const readings = possibleForms(text, true).map(readInAnyWording);
          const doubtful = doubtfulNumber(text, true);
          if (doubtful === undefined) return readings[0] ?? UNFIT;
          return readings.every(({ kind }) => kind === 'unfit') ? UNFIT : { kind: 'question', text: explainDoubt(doubtful) };
        },
        say: ({ formattedValue, fromUnit, formattedResult, toUnit }) =>
          `${formattedValue} ${fromUnit} is ${formattedResult} ${toUnit}.`,
      },
    }),
  ];
}

const DIFFERENCE = 'I convert temperatures, not differences between them. A difference of 1 °C is one of 1.8 °F.';

/** A rise by 10 °C is no temperature of 10 °C: the scales begin at different points. */
function isAboutDifference(text: string): boolean {
  return (
    /\b(?:difference|(?:rise|drop|increase|decrease|change|fall) (?:of|by)|warmer|colder|hotter|cooler|delta)\b/i.test(text) &&
    /\d\s*(?:°|degrees?|deg)?\s*(?:[cfk]|celsius|fahrenheit|kelvin|centigrade)\b/i.test(text)
  );
}

const QUANTITY = String.raw`(\d+\/[1-9]\d*|-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+|\(1\/2\) of(?: an?)?|an?|one)`;
const UNIT = String.raw`([a-zµμ°²³'"/#][a-z0-9µμ°²³'"/. -]*?)`;
const COUNT = '(?:number of )';

/** How people ask for a conversion: which groups hold the amount, its unit and the wanted unit. */
const FORMS: readonly (readonly [RegExp, readonly [value: number, from: number, to: number]])[] = [
  // convert 3 miles to km; 70 f in celsius; 5 feet is how many cm
  [
    new RegExp(
      `^(?:convert |change |turn |express )?${QUANTITY} ?${UNIT} (?:to|in|into|as|is how many|equals how many|expressed in|=) (?:how many )?${UNIT}$`,
    ),
    [1, 2, 3],
  ],
  // how many cups in a litre; how many cups are there in 2 litres; cups in a litre
  [
    new RegExp(
      `^(?:how many )?${COUNT}?${UNIT} (?:are |is )?(?:there )?(?:in|make|make up|equal|per) ${QUANTITY} ?${UNIT}(?: (?:are )?there)?$`,
    ),
    [2, 3, 1],
  ],
  // how many km is 3 miles
  [new RegExp(`^(?:how many |how much )?${UNIT} (?:is|are|equals?|to) ${QUANTITY} ?${UNIT}$`), [2, 3, 1]],
  // convert to km: 3 miles
  [new RegExp(`^convert to ${UNIT}:? ${QUANTITY} ?${UNIT}$`), [2, 3, 1]],
];

function readConversion(text: string): BuiltinReading<Arguments> {
  const request = bareRequest(
    text.replace(/(?<=\d)\s*(?:degrees?|deg|°)\s*(?=[fck]\b|fahrenheit|celsius|kelvin|centigrade)/gi, ' '),
  )
    .replace(/^how many (?=\d)/, '')
    .replace(/(?<=^|convert |in )(?:minus|negative) (?=\d)/, '-')
    .replace(/^(?:convert|change) (?:from )?/, 'convert ')
    .replace(
      /\b(\d+(?:\.\d+)?) ?(?:feet|foot|ft|') ?(?:and )?(\d+(?:\.\d+)?)(?: (?=(?:in|to|into|as) [a-z]+$)|$)/,
      (_, feet: string, inches: string) => `${Number(feet) * 12 + Number(inches)} inches `,
    )
    .trim()
    .replace(
      /\b(\d+(?:\.\d+)?) ?(?:feet|foot|ft|') ?(?:and )?(\d+(?:\.\d+)?) ?(?:inch(?:es)?|in|")(?= |$)/,
      (_, feet: string, inches: string) => `${Number(feet) * 12 + Number(inches)} inches`,
    )
    .replace(
      /\b(\d+(?:\.\d+)?) ?(?:pounds|lbs?) ?(?:and )?(\d+(?:\.\d+)?) ?(?:ounces?|oz)(?= |$)/,
      (_, pounds: string, ounces: string) => `${Number(pounds) * 16 + Number(ounces)} oz`,
    );
  let sawUnits = false;
  for (const [pattern, [valueGroup, fromGroup, toGroup]] of FORMS) {
    const found = pattern.exec(request);
    if (found === null) continue;
    const fromUnit = (found[fromGroup] ?? '').trim();
    const toUnit = (found[toGroup] ?? '').trim();
    const isKnown = [findUnit(fromUnit), findUnit(toUnit)].filter((unit) => unit !== undefined).length;
    if (isKnown === 2)
      return { kind: 'arguments', arguments: { value: quantity(found[valueGroup] ?? ''), from_unit: fromUnit, to_unit: toUnit } };
    sawUnits ||= isKnown === 1 && request.startsWith('convert ');
  }
  if (sawUnits) return { kind: 'question', text: 'I know one of these units but not the other. From which unit to which?' };
  const half = new RegExp(`^convert ${QUANTITY} ?${UNIT}$`).exec(request);
  if (half !== null && findUnit(half[2] ?? '') !== undefined) return { kind: 'question', text: 'To which unit?' };
  return UNFIT;
}

function readInAnyWording(text: string): BuiltinReading<Arguments> {
  const exact = readConversion(text);
  return exact.kind === 'unfit' ? readLoosely(text) : exact;
}

/** “a marathon is 42.195 km, what is that in miles”: an amount somewhere, the wanted unit at the end. */
function readLoosely(text: string): BuiltinReading<Arguments> {
  // With a second number it is not clear which one is to be converted.
  if ((bareRequest(text).match(/(?<![a-z\d.,])\d[\d.,]*/g) ?? []).length > 1) return UNFIT;
  const found = /(?<![\d.,])(-?\d+(?:\.\d+)?) ?([a-zµ°²³/]+)(?: ([a-z]+))?.*? (?:in|to|into) ([a-zµ°²³/]+(?: [a-z]+)?)$/.exec(
    bareRequest(text),
  );
  if (found === null) return readTwoUnits(text);
  const [, value = '', first = '', second, toUnit = ''] = found;
  const fromUnit = [`${first} ${second ?? ''}`.trim(), first].find((name) => findUnit(name) !== undefined);
  if (fromUnit === undefined || findUnit(toUnit) === undefined) return readTwoUnits(text);
  return { kind: 'arguments', arguments: { value: quantity(value), from_unit: fromUnit, to_unit: toUnit } };
}

/** Short names that are seldom anything but a unit. */
const SHORT_UNITS: ReadonlySet<string> = new Set(['cm', 'mm', 'km', 'kg', 'mg', 'ml', 'cl', 'dl', 'lb', 'oz', 'ft', 'yd', 'mi']);

/** “how do you convert pounds to grams”: two units of one kind in the order they are named; without a number, one of the first. */
function readTwoUnits(text: string): BuiltinReading<Arguments> {
  const request = bareRequest(text);
  const units = [...request.matchAll(/((?<![\d.,])-?\d+(?:\.\d+)?)? ?\b([a-z]{2,})\b/g)].flatMap(([, amount, word = '']) => {
    const unit = word.length > 2 || SHORT_UNITS.has(word) ? findUnit(word) : undefined;
    return unit === undefined ? [] : [{ unit, word, amount }];
  });
  const [first, second] = units;
  if (first === undefined || second === undefined || first.unit === second.unit || first.unit.category !== second.unit.category)
    return UNFIT;
  // “how many teaspoons are in a tablespoon” and “12 feet” turn the order round: the amount belongs to what is converted.
  const isTurned =
    second.amount !== undefined ||
    (first.amount === undefined && /\bhow many\b/.test(request) && /\b(?:in|is|are|make)\b/.test(request));
  const [from, to] = isTurned ? [second, first] : [first, second];
  return { kind: 'arguments', arguments: { value: quantity(from.amount ?? 'one'), from_unit: from.word, to_unit: to.word } };
}

function quantity(written: string): number {
  if (/^(?:an?|one)$/.test(written)) return 1;
  if (written.startsWith('(')) return 0.5;
  const [above = '', below = '1'] = written.replace(/,/g, '').split('/');
  return Number(above) / Number(below);
}
