// How a person asks for a note or a list to be changed. Only what cannot mean anything else replaces a text.
import type { BuiltinReading } from '../../sdk/tool.ts';
import { listItems } from './list-text.ts';
import { readListChangeLoosely } from './loose-lists.ts';
import { bare, type Reference, readReference, sentence, tidy, UNFIT, unquoted } from './reading.ts';
import { readSpokenList } from './spoken-lists.ts';

export function readUpdate(text: string): BuiltinReading<UpdateReading> {
  const request = bare(text).replace(/[?.!]+$/, '');
  const cleared = /^(?:clear|empty|wipe|clean)(?: out| off)?\s+((?:my|the|our)\s+.+? list)(?: out| completely)?$/i.exec(
    request,
  )?.[1];
  const all =
    /^(?:remove|delete|take|erase|clear|wipe|cross|strike)(?: off| out)?\s+(?:everything|all(?: of)?(?: (?:the|its|my))?(?: (?:items|things|entries))?)(?: that(?:'s| is))?\s+(?:from|off|off of|on|in|out of)\s+((?:my|the|our)\s+.+? list)$/i.exec(
      request,
    )?.[1];
  const emptied = readReference(cleared ?? all ?? '');
  if (emptied.kind === 'arguments') return { kind: 'arguments', arguments: { ...emptied.arguments, content: '' } };
  const line =
    /^(?:add|write|put) (?:a|one|another|one more) (?:line|item) (?:to|in|on)\s+(?:my|the|our)\s+([^:]+):\s*(.+)$/is.exec(
      request,
    );
  if (line !== null) return readAddition(line[2] ?? '', line[1] ?? '');
  const add =
    /^(?:also )?(?:add|put|append|write|include)\s+(.+?)\s+(?:to|on|onto|in|into|at the end of)\s+(?:my|the|our)\s+(.+)$/is.exec(
      request,
    );
  const addition = add === null ? UNFIT : readAddition(add[1] ?? '', add[2] ?? '');
  if (addition.kind !== 'unfit') return addition;
  const take =
    /^(?:remove|take|delete|cross|strike|scratch|tick|check)(?: off)?\s+(.+?)\s+(?:from|off|off of|out of)\s+(?:my|the|our)\s+(.+? list)(?: please)?$/i.exec(
      request,
    );
  if (take !== null) return { kind: 'arguments', arguments: { query: take[2] ?? '', remove_item: tidy(take[1] ?? '') } };
  const rename = /^(?:rename|retitle)\s+(.+?)\s+(?:to|as|into)\s+(.+)$/i.exec(request);
  if (rename !== null) {
    const reference = readReference(rename[1] ?? '');
    if (reference.kind === 'arguments')
      return { kind: 'arguments', arguments: { ...reference.arguments, title: sentence(unquoted(rename[2] ?? '')) } };
  }
  const whole = readWhole(request);
  if (whole.kind !== 'unfit') return whole;
  const spoken = readSpokenList(request);
  if (spoken?.kind === 'added') return readAddition(spoken.items, spoken.list);
  if (spoken?.kind === 'removed') return { kind: 'arguments', arguments: { query: spoken.list, remove_item: tidy(spoken.item) } };
  return UNFIT;
}

/** As `readUpdate`, and freer wordings about a list. */
export function readUpdateFreely(text: string): BuiltinReading<UpdateReading> {
  const reading = readUpdate(text);
  if (reading.kind !== 'unfit') return reading;
  const change = readListChangeLoosely(bare(text).replace(/[?.!]+$/, ''));
  if (change === undefined) return UNFIT;
  return {
    kind: 'arguments',
    arguments: {
      query: change.list,
      ...(change.removed === undefined ? {} : { remove_item: change.removed }),
      ...(change.items === undefined ? {} : { append: listItems(change.items), create_if_missing: true }),
    },
  };
}

type UpdateReading = Reference & {
  readonly append?: string;
  readonly remove_item?: string;
  readonly title?: string;
  readonly content?: string;
  readonly create_if_missing?: boolean;
  readonly is_pinned?: boolean;
};

function readAddition(addition: string, target: string): BuiltinReading<UpdateReading> {
  const added = unquoted(addition);
  if (/\blist$/i.test(target))
    return { kind: 'arguments', arguments: { query: target, append: listItems(added), create_if_missing: true } };
  // The article was cut off with the preposition; a target that has its own keeps it.
  const reference = readReference(/^(?:my|the|that)\b/i.test(target) ? target : `my ${target}`);
  return reference.kind === 'arguments'
    ? { kind: 'arguments', arguments: { ...reference.arguments, append: sentence(added) } }
    : UNFIT;
}

const NEW_TEXT = 'What should the note say instead?';
const NEW_ITEMS = 'What should I add to the list?';

/** “change … to say”: the whole text is new. “update … to include”: something is added. Anything less clear is asked about. */
function readWhole(request: string): BuiltinReading<UpdateReading> {
  const swap =
    /^(?:replace|swap|exchange|change)\s+(.+?)\s+(?:with|for|to|by)\s+(.+?)\s+(?:on|in)\s+((?:my|the|our)\s+(?:[\p{L}-]+\s+){0,3}list)$/iu.exec(
      request,
    );
  const swapped = swap === null ? UNFIT : adding(swap[3] ?? '', swap[2] ?? '');
  if (swapped.kind === 'arguments')
    return {
      kind: 'arguments',
      arguments: {
        query: swapped.arguments.query ?? '',
        append: swapped.arguments.append ?? '',
        remove_item: tidy(swap?.[1] ?? ''),
      },
    };
  const [, verb = '', asked = ''] = /^(change|update|edit|replace|rewrite|correct|modify|set)\s+(.+)$/is.exec(request) ?? [];
  if (asked === '') return UNFIT;
  const isSet = /^(?:replace|rewrite)$/i.test(verb);
  const said = /^(.+?)\s+(?:to say|to read|so (?:that )?it (?:says|reads))\b[:,\s]*(.*)$/is.exec(asked);
  if (said !== null) return replacing(said[1] ?? '', said[2] ?? '');
  const more = /^(.+?)\s+(?:to (?:also )?(?:include|have|contain|mention|list)|by adding|to add|adding)\b[:,\s]*(.*)$/is.exec(
    asked,
  );
  if (more !== null) return adding(more[1] ?? '', (more[2] ?? '').replace(/^also\s+/i, ''));
  const marked = /^(.+?)\s+to (?:be )?(un)?pinned$/i.exec(asked);
  const pinned = marked === null ? UNFIT : readReference(marked[1] ?? '');
  if (pinned.kind === 'arguments')
    return { kind: 'arguments', arguments: { ...pinned.arguments, is_pinned: marked?.[2] === undefined } };
  // The wish that was asked about, “to be shorter”, is no part of the name once the text is there.
  const colon = /^(.+?)(?:\s+(?:to|so)\s+(?:be|become|make|sound|look|it)\b[^:]*?)?(?:\s+(?:to|with))?:\s*(.+)$/is.exec(asked);
  const quoted = /^(.+?)\s+(?:to|with)\s+(["“].+["”])$/is.exec(asked);
  const exact = colon ?? quoted;
  if (exact !== null) {
    const name = exact[1] ?? '';
    const reading = isList(name) && !isSet ? adding(name, exact[2] ?? '') : replacing(name, exact[2] ?? '');
    if (reading.kind !== 'unfit') return reading;
  }
  const replaced = /^(.+?)\s+with\s+(.+)$/is.exec(asked);
  if (replaced !== null && isSet) {
    const reading = replacing(replaced[1] ?? '', replaced[2] ?? '');
    if (reading.kind !== 'unfit') return reading;
  }
  if (replaced !== null && isList(replaced[1] ?? '')) return adding(replaced[1] ?? '', replaced[2] ?? '');
  const name = asked.replace(/^(.*?\b(?:note|list))\s+(?:to|with)\b.*$/is, '$1');
  if (isList(name)) return { kind: 'question', text: isSet ? NEW_TEXT : NEW_ITEMS };
  return readReference(asked).kind === 'unfit' && readReference(name).kind === 'unfit'
    ? UNFIT
    : { kind: 'question', text: NEW_TEXT };
}

function isList(name: string): boolean {
  return /^(?:my|the|our)\s+(?:[\p{L}-]+\s+){0,3}list$/iu.test(name.trim());
}

/** A list without a name is the shopping list. */
function listNamed(name: string): string {
  return name.trim().replace(/^(my|the|our)\s+list$/i, '$1 shopping list');
}

function replacing(name: string, text: string): BuiltinReading<UpdateReading> {
  const target = name.replace(/^the (?:text|content|contents) of\s+/i, '');
  const reference = readReference(listNamed(target));
  if (reference.kind !== 'arguments') return reference;
  const content = unquoted(text);
  if (content === '') return { kind: 'question', text: NEW_TEXT };
  return {
    kind: 'arguments',
    arguments: { ...reference.arguments, content: isList(target) ? listItems(content) : sentence(content) },
  };
}

function adding(name: string, text: string): BuiltinReading<UpdateReading> {
  const reference = readReference(listNamed(name));
  if (reference.kind !== 'arguments') return reference;
  const addition = unquoted(text);
  if (addition === '') return { kind: 'question', text: isList(name) ? NEW_ITEMS : 'What should I add to the note?' };
  return {
    kind: 'arguments',
    arguments: isList(name)
      ? { ...reference.arguments, append: listItems(addition), create_if_missing: true }
      : { ...reference.arguments, append: sentence(addition) },
  };
}
