// What a person asks of the notes, read without a language model.
import type { BuiltinReading } from '../../sdk/tool.ts';
import { listItems } from './list-text.ts';
import { readListChangeLoosely, readListLoosely } from './loose-lists.ts';
import { readSpokenList } from './spoken-lists.ts';

const UNFIT = { kind: 'unfit' } as const;

interface Reference {
  readonly query?: string;
  readonly latest?: boolean;
}

/** Without greetings and politeness; the wording itself is kept as typed. */
function bare(text: string): string {
  return text
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/^(?:(?:hey|hi|ok|okay|so|now|and|please|vos)[,\s]+)+/i, '')
    .replace(
      /^(?:(?:can|could|would|will) you(?: please)?|i(?:'d| would) like (?:you )?to|i (?:want|need)(?: you)? to|let's|help me(?: to)?)\s+/i,
      '',
    )
    .replace(/^please\s+/i, '')
    .replace(/[,\s]*\b(?:please|for me|thanks|thank you)[.!]*$/i, '')
    .trim();
}

const CREATE_FORMS: readonly RegExp[] = [
  /^(?:make|take|create|write|add|leave|save|start|put down|jot down)(?: me)?(?: (?:a|an|another|the following|this))?(?: (?:new|quick|short|little))* notes?\b(.*)$/is,
  /^(?:new|quick) note\b(.*)$/is,
  /^note to self\b(.*)$/is,
  /^note(?: down)?\b(?! (?:about|called|titled|with)\b)(.*)$/is,
  /^(?:write|jot|take|put|get)(?: (?:this|that|it))? down\b(.*)$/is,
  /^keep (?:a )?note (?=of\b)(.*)$/is,
  /^(?:don't let me forget|remember|i (?:must|should) remember)\b(.*)$/is,
];

export function readCreate(text: string): BuiltinReading<{ content: string; title?: string }> {
  const request = bare(text);
  const rest = CREATE_FORMS.map((form) => form.exec(request)?.[1]).find((found) => found !== undefined);
  if (rest === undefined) return UNFIT;
  const titled =
    /^\s*,?\s*(?:called|titled|named|with (?:the )?title)\s+["“']?(.+?)["”']?(?:\s*(?::|,? with(?: (?:the )?(?:content|text))?|,? (?:and )?(?:saying|that says|containing))\s*(.+))?$/is.exec(
      rest,
    );
  if (titled !== null) {
    const title = sentence(titled[1] ?? '');
    const content = unquoted(titled[2] ?? '');
    return content === ''
      ? { kind: 'question', text: `What should the note “${title}” say?` }
      : { kind: 'arguments', arguments: { title, content } };
  }
  const said = rest.replace(
    /^\s*[:,-]?\s*(?:(?:to self|for me|for myself)\b\s*[:,-]?\s*)?(?:(?:that says|which says|saying|that|to|about|of|for|with)\b)?\s*[:,-]?\s*/i,
    '',
  );
  // The question mark of “could you note …?” belongs to the asking.
  const isAsked = /^\W*(?:please\W+)?(?:can|could|would|will) you\b/i.test(text);
  const content = sentence(unquoted(isAsked ? said.replace(/\?+\s*$/, '') : said));
  if (content === '' || /^(?:this|that|it|something)\.?$/i.test(content))
    return { kind: 'question', text: 'What should the note say?' };
  return { kind: 'arguments', arguments: { content } };
}

export function readList(text: string): BuiltinReading<ListArguments> {
  const request = bare(text)
    .toLowerCase()
    .replace(/[?.!]+$/, '');
  const form =
    /^(?:(?:show|list|display|read|give|open|see|view|get|tell|pull up)(?: me)?|what are|what's in|which are|what|which|how many|do i have(?: any)?|are there(?: any)?|let me see|all|my)?\s*(?:(?:all|of|the|my|any|other)\s+)*((?:(?:pinned|starred|archived|old|(?:most )?recent|latest|last|newest|current)\s+)*)notes(?: (?:do i have|have i(?: got)?|are there|i have|there are))?(?: (?:that are |which are )?(pinned|archived|starred))?(?: (?:(?:in|from) (?:my |the )?(?:folder )?["“]?(.+?)["”]?(?: folder)?|(?:tagged|with (?:the )?tag)(?: as| with)? ["“#]?(.+?)["”]?))?$/;
  const found = form.exec(request);
  if (found === null)
    return /^(?:what (?:have|did) i (?:noted?|written?|write) (?:down )?(?:so far|lately|recently)|(?:give me )?an overview of everything i (?:wrote|noted)(?: down)?)$/.test(
      request,
    )
      ? listed({})
      : UNFIT;
  const kinds = `${found[1] ?? ''} ${found[2] ?? ''}`;
  const folder = /^(?:the )?archive$/.test(found[3] ?? '') ? undefined : found[3];
  if (folder !== undefined && /^(?:total|all|here|there|order)$/.test(folder)) return listed({});
  return listed({
    ...(/pinned|starred/.test(kinds) ? { is_pinned: true } : {}),
    ...(/archived/.test(kinds) || (found[3] !== undefined && folder === undefined) ? { is_archived: true } : {}),
    ...(folder === undefined ? {} : { folder }),
    ...(found[4] === undefined ? {} : { tags: [found[4]] }),
  });
}

interface ListArguments {
  folder?: string;
  tags?: string[];
  is_pinned?: boolean;
  is_archived?: boolean;
  limit: number;
  offset: number;
  sort_by: 'updated_at' | 'created_at' | 'title';
  sort_order: 'asc' | 'desc';
}

function listed(filter: Partial<ListArguments>): BuiltinReading<ListArguments> {
  return { kind: 'arguments', arguments: { limit: 50, offset: 0, sort_by: 'updated_at', sort_order: 'desc', ...filter } };
}

export function readGet(text: string): BuiltinReading<Reference> {
  const request = bare(text).replace(/[?.!]+$/, '');
  const list =
    /^(?:what(?:'s| is| do i have| have i got)|show(?: me)?|read(?: me)?|tell me what's|see|open)(?: still)? (?:on |in )?(?:my |the |our )(.+? list)$/i.exec(
      request,
    );
  if (list !== null) return meant({ query: list[1] ?? '' });
  const said = /^what (?:does|did) (?:my|the) (.+)? ?note(?: (?:about|on|for|called) (.+))? say$/i.exec(request);
  if (said !== null) return meant({ query: tidy(said[2] ?? said[1] ?? '') });
  if (/^what was in the note i (?:made|wrote|took) last$/i.test(request)) return meant({ latest: true });
  const asked =
    /^(?:show|read|open|get|view|display|(?:let me )?see|tell|pull up|bring up)(?: me| out| aloud)*\s+(?:what )?(.+?)(?: says?)?$/i.exec(
      request,
    );
  const reference = asked === null ? UNFIT : readReference(asked[1] ?? '');
  if (reference.kind !== 'unfit') return reference;
  const spoken = readSpokenList(request);
  return spoken?.kind === 'shown' ? meant({ query: spoken.list }) : UNFIT;
}

/** As `readGet`, and freer wordings about a list, which alone would not show that the notes are meant. */
export function readGetFreely(text: string): BuiltinReading<Reference> {
  const reading = readGet(text);
  if (reading.kind !== 'unfit') return reading;
  const list = readListLoosely(bare(text).replace(/[?.!]+$/, ''));
  return list === undefined ? UNFIT : meant({ query: list });
}

const SEARCH_FORMS: readonly RegExp[] = [
  /^(?:find|search|look|look up|search for|look for|locate)(?: me)?(?: (?:for|in|through|among))?(?: (?:all|any|the|a|my|our))* notes?(?: (?:for|about|on|with|mentioning|that mentions?|containing|regarding|of|where|in which|called|titled))* (.+)$/i,
  /^(?:search|look)(?: for)? (.+?) in (?:all )?(?:my|the) notes$/i,
  /^(?:what|anything) did i (?:note|write|jot|put)(?: down)?(?: in my notes)? (?:about|on|for|regarding) (.+)$/i,
  /^what do my notes say (?:about|on) (.+)$/i,
  /^(?:do i have|have i(?: got)?|is there|are there)(?: (?:a|any|some))? (?:notes?|anything noted)(?: (?:about|on|for|with|mentioning|regarding)) (.+)$/i,
  /^(?:any )?notes? (?:about|on|mentioning|regarding|with) (.+)$/i,
  /^(?:show|list|give|get)(?: me)?(?: (?:all|any|the|my))* notes (?:about|on|mentioning|regarding|with the word|containing|that mention) (.+)$/i,
  /^(?:which|what) notes? (?:mentions?|is about|are about|talks? about|contains?) (.+)$/i,
  /^did i (?:note|write) (?:down )?(?:anything|something) (?:down )?(?:about|on) (.+)$/i,
  /^where did i (?:note|write)(?: down)? (.+)$/i,
  /^(?:find|show(?: me)?) everything i (?:wrote|noted)(?: down)? (?:about|on) (.+)$/i,
];

export function readSearch(text: string): BuiltinReading<{ query: string; limit: number }> {
  const request = bare(text).replace(/[?.!]+$/, '');
  for (const form of SEARCH_FORMS) {
    const query = tidy(form.exec(request)?.[1] ?? '');
    if (query !== '' && !/^(?:that|which)$/i.test(query)) return { kind: 'arguments', arguments: { query, limit: 20 } };
  }
  return /^(?:search|find|look (?:in|through))(?: (?:in|my|the|a|through))* notes?$/i.test(request)
    ? { kind: 'question', text: 'What should I look for in your notes?' }
    : UNFIT;
}

export function readUpdate(text: string): BuiltinReading<UpdateReading> {
  const request = bare(text).replace(/[?.!]+$/, '');
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
  const replace =
    /^(?:change|update|edit|replace|rewrite)\s+(.+?)\s+(?:to say|to read|so (?:that )?it says|to|with)[:\s]\s*(.+)$/is.exec(
      request,
    );
  if (replace !== null) {
    const reference = readReference(replace[1] ?? '');
    if (reference.kind === 'arguments')
      return { kind: 'arguments', arguments: { ...reference.arguments, content: sentence(unquoted(replace[2] ?? '')) } };
  }
  const vague = /^(?:change|update|edit|rewrite)\s+(.+)$/i.exec(request);
  if (vague !== null && readReference(vague[1] ?? '').kind === 'arguments')
    return { kind: 'question', text: 'What should the note say instead?' };
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

export function readDelete(text: string): BuiltinReading<Reference> {
  const request = bare(text).replace(/[?.!]+$/, '');
  const found =
    /^(?:delete|remove|erase|trash|throw away|throw out|get rid of|bin|discard|wipe|drop)\s+(.+)$/i.exec(request) ??
    /^i (?:don't|do not) need (.+?)(?: any ?more)?,? (?:so )?(?:delete|remove) it$/i.exec(request);
  if (found === null || /^the (?:pin|star)\b/i.test(found[1] ?? '')) return UNFIT;
  return readReference(found[1] ?? '');
}

export function readArchive(text: string): BuiltinReading<Reference & { is_archived: boolean }> {
  const request = bare(text).replace(/[?.!]+$/, '');
  const back = /^(?:unarchive|restore|un-archive|take|bring)\s+(.+?)(?: (?:from|out of|back from) (?:the |my )?archive)?$/i.exec(
    request,
  );
  const away = /^(?:archive|file away|put away|move|put|send)\s+(.+?)(?: (?:to|into|in) (?:the |my )?archive)?$/i.exec(request);
  const isAway = away !== null && (/^(?:archive|file away|put away)\b/i.test(request) || /\barchive$/i.test(request));
  const isBack = back !== null && (!/^(?:take|bring)\b/i.test(request) || /\barchive$/i.test(request));
  const named = isAway ? away[1] : isBack ? back[1] : undefined;
  const reference = named === undefined ? UNFIT : readReference(named);
  return reference.kind === 'arguments'
    ? { kind: 'arguments', arguments: { ...reference.arguments, is_archived: isAway } }
    : reference;
}

export function readPin(text: string): BuiltinReading<Reference & { is_pinned: boolean }> {
  const request = bare(text).replace(/[?.!]+$/, '');
  const found =
    /^(pin|unpin|un-pin|star|unstar)\s+(.+?)(?: (?:to|on|at) (?:the )?(?:top|desk|board))?$/i.exec(request) ??
    /^(keep|stick|make)\s+(.+?) (?:stay )?(?:on|to|at) (?:the )?(?:top|desk|board)$/i.exec(request) ??
    /^(?:take|remove) (the) (?:pin|star) (?:off|from) (.+)$/i.exec(request);
  const reference = found === null ? UNFIT : readReference(found[2] ?? '');
  if (reference.kind !== 'arguments') return reference;
  return { kind: 'arguments', arguments: { ...reference.arguments, is_pinned: !/^(?:un|the)/i.test(found?.[1] ?? '') } };
}

/** “the note about the plumber”, “my garden note”, “my last note”, “my shopping list”. */
function readReference(text: string): BuiltinReading<Reference> {
  const words = text.trim();
  if (/^(?:my |the |that )?(?:very )?(?:last|latest|newest|most recent|previous) note$/i.test(words))
    return meant({ latest: true });
  const about =
    /^(?:(?:my|the|that|a|an|this) )?note (?:i (?:made|wrote|took) )?(?:about|on|for|of|called|titled|named|with|where|which says|saying|that says|regarding|mentioning)\s+(?:the title )?(.+)$/i.exec(
      words,
    );
  if (about !== null) return meant({ query: tidy(about[1] ?? '') });
  const named = /^(?:my |the |that )["“']?(.+?)["”']? note$/i.exec(words);
  if (named !== null) return meant({ query: tidy(named[1] ?? '') });
  const list = /^(?:my |the |our )((?:(?!\b(?:on|in|of)\b).)+ list)$/i.exec(words);
  if (list !== null) return meant({ query: list[1] ?? '' });
  return /^(?:(?:a|my|the|that|this) )?note$/i.test(words) ? { kind: 'question', text: 'Which note do you mean?' } : UNFIT;
}

function meant(reference: Reference): BuiltinReading<Reference> {
  return reference.query === ''
    ? { kind: 'question', text: 'Which note do you mean?' }
    : { kind: 'arguments', arguments: reference };
}

/** What is looked for, without articles and quotation marks around it. */
function tidy(query: string): string {
  return unquoted(query)
    .replace(/^(?:the word|the|my|a|an|our)\s+/i, '')
    .replace(/\s+(?:note|notes)$/i, '')
    .trim();
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["“']).+(["”'])$/s.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}

/** With a capital at its start. */
function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
