// What a person asks of the notes, read without a language model.
import type { BuiltinReading } from '../../sdk/tool.ts';
import { readListLoosely } from './loose-lists.ts';
import { readSpokenList } from './spoken-lists.ts';

export const UNFIT = { kind: 'unfit' } as const;

export interface Reference {
  readonly query?: string;
  readonly latest?: boolean;
}

/** Without greetings and politeness; the wording itself is kept as typed. */
export function bare(text: string): string {
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
  const wanted = unquoted(isAsked ? said.replace(/\?+\s*$/, '') : said);
  const content = sentence(unquoted(wanted.replace(/^(?:please\s+)?remember (?:that|to)\s+(?=\S)/i, '')));
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
  const held = /^what(?:'s| is| was) (?:on|in) ((?:the|my|that) (?:.+ )?note\b.*)$/i.exec(request);
  if (held !== null) return readReference(held[1] ?? '');
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

export function readDelete(text: string): BuiltinReading<Reference> {
  const request = bare(text).replace(/[?.!]+$/, '');
  const found =
    /^(?:delete|remove|erase|trash|throw away|throw out|get rid of|bin|discard|wipe|drop)\s+(.+)$/i.exec(request) ??
    /^i (?:don't|do not) need (.+?)(?: any ?more)?,? (?:so )?(?:delete|remove) it$/i.exec(request);
  if (found === null || /^the (?:pin|star)\b/i.test(found[1] ?? '')) return UNFIT;
  if (SEVERAL.test(found[1] ?? ''))
    return {
      kind: 'question',
      text: 'I delete notes one at a time only, so that none is lost by mistake. Which note do you mean?',
    };
  return readReference(found[1] ?? '');
}

/** “all my notes”, “every note about the plumber”, “my notes”. */
const SEVERAL = /^(?:(?:all|every|both|each)\b.*\bnotes?\b|(?:my|the|those|these) notes\b)/i;

/** Asks for the deletion of several notes at once. */
export function isDeletingSeveral(text: string): boolean {
  const reading = readDelete(text);
  return reading.kind === 'question' && reading.text.startsWith('I delete');
}

/** “undo”, “bring it back”, “restore the note about the plumber”. */
export function readUndo(text: string): BuiltinReading<{ query?: string }> {
  const request = bare(text).replace(/[?.!]+$/, '');
  if (UNDO.test(request)) return { kind: 'arguments', arguments: {} };
  const named = /^(?:restore|undelete|recover|bring back|get back)\s+(.+?)(?:\s+(?:again|back))?$/i.exec(request)?.[1];
  const asked = named ?? /^(?:bring|get)\s+(.+?)\s+back$/i.exec(request)?.[1];
  if (asked === undefined || /\barchive$/i.test(request)) return UNFIT;
  const reference = readReference(asked.replace(/^(?:my|the)\s+(?:deleted|lost|removed)\s+/i, 'the '));
  if (reference.kind !== 'arguments') return UNFIT;
  return { kind: 'arguments', arguments: reference.arguments.query === undefined ? {} : { query: reference.arguments.query } };
}

const UNDO =
  /^(?:undo|undo (?:it|that|this|the (?:last )?(?:change|deletion|edit)|my last change|what you (?:just )?did)|(?:bring|put|get|give) (?:it|that|this|them) back(?: again)?|bring back (?:it|that)|take (?:it|that) back|(?:restore|revert|undelete|recover) (?:it|that|this|that (?:note|change)|the last change|the (?:deleted )?note))(?: again)?$/i;

export function readArchive(text: string): BuiltinReading<Reference & { is_archived: boolean }> {
  const request = bare(text).replace(/[?.!]+$/, '');
  const back = /^(?:unarchive|restore|un-archive|take|bring)\s+(.+?)(?: (?:from|out of|back from) (?:the |my )?archive)?$/i.exec(
    request,
  );
  const away = /^(?:archive|file away|put away|move|put|send)\s+(.+?)(?: (?:to|into|in) (?:the |my )?archive)?$/i.exec(request);
  const isAway = away !== null && (/^(?:archive|file away|put away)\b/i.test(request) || /\barchive$/i.test(request));
  // “Restore” without the archive may mean a deleted note; undoing looks for both.
  const isBack = back !== null && (/^un-?archive\b/i.test(request) || /\barchive$/i.test(request));
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
export function readReference(text: string): BuiltinReading<Reference> {
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
  return /^(?:(?:(?:a|my|the|that|this|same) )*note|it|this|that|(?:this|that) one)$/i.test(words)
    ? { kind: 'question', text: 'Which note do you mean?' }
    : UNFIT;
}

function meant(reference: Reference): BuiltinReading<Reference> {
  return reference.query === ''
    ? { kind: 'question', text: 'Which note do you mean?' }
    : { kind: 'arguments', arguments: reference };
}

/** What is looked for, without articles and quotation marks around it. */
export function tidy(query: string): string {
  return unquoted(
    unquoted(query)
      .replace(/^(?:the word|the|my|a|an|our)\s+/i, '')
      .replace(/\s+(?:note|notes)$/i, ''),
  );
}

export function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["“']).+(["”'])$/s.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}

/** With a capital at its start. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
