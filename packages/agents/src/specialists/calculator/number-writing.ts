// How a number is written: 1,234.5 and 1.234,5 and 1,2,3. Grouping commas are taken out; a comma that could mean two things is
// never guessed at.
import type { Tool } from '../../sdk/tool.ts';

/** Vectors, and what a function is given: there a comma always separates. */
const SEPARATED = /\[[^[\]]*\]|\b[a-z]+\d*\([^()]*\)|\(\s*-?[\d.]+(?:\s*,\s*-?[\d.]+)+\s*\)/gi;
const WRITTEN = /(?<![a-wyz\d.,])\d(?:[\d.,]*\d)?/gi;

const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** With a comma that can only be a decimal one, if it is one number at all. */
const CONTINENTAL = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
const TIGHT_LIST = /^\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?){2,}$/;

/** Without the commas that group thousands. */
export function withoutGrouping(text: string): string {
  return eachNumber(text, (written) => (GROUPED.test(written) ? written.replace(/,/g, '') : written));
}

/** With a decimal point in every number written the continental way; for where one number and no list can be meant. */
function withDecimalPoints(text: string): string {
  return eachNumber(text, (written) => (isContinental(written) ? decimalPointed(written) : written));
}

/** The first number that may be one or several; with `isOne`, only one that cannot be read even if it is a single number. */
export function doubtfulNumber(text: string, isOne = false): string | undefined {
  let doubtful: string | undefined;
  eachNumber(text, (written) => {
    const isDoubtful =
      written.includes(',') && !GROUPED.test(written) && (isOne ? !isContinental(written) : !isTightList(written));
    if (isDoubtful) doubtful ??= written;
    return written;
  });
  return doubtful;
}

/** The text with its doubtful commas read as points, as separators, and left out: what it asks for shows in one of them. */
export function possibleForms(text: string, isOne = false): readonly string[] {
  const pointed = withDecimalPoints(text);
  if (doubtfulNumber(text, isOne) === undefined) return [pointed];
  const change = (between: string): string =>
    eachNumber(text, (written) => (GROUPED.test(written) ? written : written.replace(/,/g, between)));
  return [pointed, change(', '), change('')];
}

/** Says what is unclear without ending as a question: the request is best written anew. */
export function explainDoubt(written: string): string {
  const example = isContinental(written)
    ? ` Please write ${decimalPointed(written)} with a point,`
    : ' Please write decimals with a point,';
  return `I cannot tell whether “${written}” is one number or several.${example} and put a space after the commas of a list.`;
}

/** The tool, saying what is unclear instead of reading numbers into a doubtful comma. */
export function withClearNumbers(tool: Tool): Tool {
  const { builtin } = tool;
  if (builtin === undefined) return tool;
  const voice: typeof builtin = {
    ...builtin,
    recognizes: (request) => possibleForms(request.text).some((text) => builtin.recognizes?.({ ...request, text }) === true),
    read(request) {
      const doubtful = doubtfulNumber(request.text);
      if (doubtful === undefined) return builtin.read(request);
      const isMeant = possibleForms(request.text).some((text) => builtin.read({ ...request, text }).kind !== 'unfit');
      return isMeant ? { kind: 'question', text: explainDoubt(doubtful) } : { kind: 'unfit' };
    },
  };
  return { ...tool, builtin: voice } as Tool;
}

function isContinental(written: string): boolean {
  return CONTINENTAL.test(written) && !GROUPED.test(written);
}

function isTightList(written: string): boolean {
  return TIGHT_LIST.test(written) && !/,\d{3}(?!\d)/.test(written);
}

function decimalPointed(written: string): string {
  return written.replace(/\./g, '').replace(',', '.');
}

function eachNumber(text: string, change: (written: string) => string): string {
  let result = '';
  let end = 0;
  for (const separated of text.matchAll(SEPARATED)) {
    result += text.slice(end, separated.index).replace(WRITTEN, change) + separated[0];
    end = separated.index + separated[0].length;
  }
  return result + text.slice(end).replace(WRITTEN, change);
}
