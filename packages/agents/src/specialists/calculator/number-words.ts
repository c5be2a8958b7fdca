// “twenty-five”, “three point five”, “a dozen”: numbers in words become digits, the rest of a text stays as it is.

const SMALL: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
}; // prettier-ignore
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };
const FRACTIONS: Readonly<Record<string, string>> = {
  half: '1/2',
  third: '1/3',
  thirds: '1/3',
  quarter: '1/4',
  quarters: '1/4',
  fifth: '1/5',
  fifths: '1/5',
  tenth: '1/10',
  tenths: '1/10',
};

/** The text with its number words as digits. `half of 50` becomes `(1/2) of 50`, `two thirds of 9` becomes `(2/3) of 9`. */
export function digitsForWords(text: string): string {
  const pieces = text.split(/(\s+|-(?=[a-z])|(?<=[a-z])(?=[^a-z\s])|(?<=[^a-z\s])(?=[a-z]))/i).filter((piece) => piece !== '');
  const result: string[] = [];
  let index = 0;
  while (index < pieces.length) {
    const fraction = readFraction(pieces, index);
    const read = fraction ?? readNumber(pieces, index);
    if (read === undefined) {
      result.push(pieces[index] ?? '');
      index += 1;
    } else {
      result.push(read.text);
      index = read.next;
    }
  }
  return result.join('');
}

interface Read {
  readonly text: string;
  /** Where to go on. */
  readonly next: number;
}

function readFraction(pieces: readonly string[], start: number): Read | undefined {
  const word = wordAt(pieces, start);
  const isArticle = word === 'a' || word === 'an';
  const counted = isArticle ? { text: '1', next: start + 1 } : readNumber(pieces, start);
  const at = counted === undefined ? start : afterGap(pieces, counted.next);
  const share = FRACTIONS[wordAt(pieces, at)];
  // A bare “third” is a place in a row; only “half” needs no count.
  if (share === undefined || (counted === undefined && wordAt(pieces, at) !== 'half')) return undefined;
  const following = wordAt(pieces, afterGap(pieces, at + 1));
  const isPart = following === 'of' || following === 'a' || following === 'the';
  if (!isPart) return undefined;
  const part = `(${share.replace(/^1/, counted?.text ?? '1')})`;
  // “half a million” is half of a million
  return following === 'of' ? { text: part, next: at + 1 } : { text: `${part} of `, next: afterGap(pieces, at + 1) };
}

function readNumber(pieces: readonly string[], start: number): Read | undefined {
  let total = 0;
  let group = 0;
  let seen = false;
  let index = start;
  let end = start;
  // “a hundred”, “a dozen”
  const article = wordAt(pieces, index) === 'a' ? afterGap(pieces, index + 1) : index;
  if (article !== index && /^(?:hundred|thousand|million|billion|dozen)$/.test(wordAt(pieces, article))) {
    group = 1;
    index = article;
    seen = true;
  }
  let lastKind: 'none' | 'small' | 'tens' | 'scale' = seen ? 'small' : 'none';
  for (;;) {
    const word = wordAt(pieces, index);
    const small = SMALL[word];
    const tens = TENS[word];
    const scale = SCALES[word];
    if (
      small !== undefined &&
      (lastKind === 'none' || lastKind === 'scale' || (lastKind === 'tens' && small > 0 && small < 10))
    ) {
      group += small;
      lastKind = 'small';
    } else if (tens !== undefined && (lastKind === 'none' || lastKind === 'scale')) {
      group += tens;
      lastKind = 'tens';
    } else if (word === 'hundred' && (lastKind === 'small' || lastKind === 'tens')) {
      group *= 100;
      lastKind = 'scale';
    } else if (word === 'dozen' && (lastKind === 'small' || lastKind === 'tens')) {
      group *= 12;
      lastKind = 'small';
    } else if (scale !== undefined && lastKind !== 'none' && group > 0) {
      total += group * scale;
      group = 0;
      lastKind = 'scale';
    } else {
      break;
    }
    seen = true;
    end = index + 1;
    index = afterGap(pieces, end);
    // “one hundred and twenty”, but “three and four” are two numbers
    const next = afterGap(pieces, index + 1);
    const follows = wordAt(pieces, next);
    if (lastKind === 'scale' && wordAt(pieces, index) === 'and' && (SMALL[follows] !== undefined || TENS[follows] !== undefined))
      index = next;
  }
  if (!seen || end === start) return undefined;
  return withDecimals(pieces, { text: String(total + group), next: end });
}

/** “three point one four” */
function withDecimals(pieces: readonly string[], whole: Read): Read {
  let index = afterGap(pieces, whole.next);
  if (wordAt(pieces, index) !== 'point') return whole;
  let digits = '';
  let end = whole.next;
  for (;;) {
    index = afterGap(pieces, index + 1);
    const digit = SMALL[wordAt(pieces, index)];
    if (digit === undefined) break;
    digits += String(digit);
    end = index + 1;
    index = end - 1;
  }
  return digits === '' ? whole : { text: `${whole.text}.${digits}`, next: end };
}

function afterGap(pieces: readonly string[], index: number): number {
  return /^(?:\s+|-)$/.test(pieces[index] ?? '') ? index + 1 : index;
}

function wordAt(pieces: readonly string[], index: number): string {
  return pieces[index]?.toLowerCase() ?? '';
}
