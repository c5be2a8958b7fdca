// An agent's text, which is Markdown, as a list of blocks: code as text, everything else as HTML that was made from the Markdown and
// then cleaned. HTML inside the text is text. Nothing is loaded from elsewhere: a picture is shown as the link to it.
import createDomPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { harmless } from '../harmless.ts';

export type MarkdownBlock =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

/** Longer texts are shown as they were written: finding links in them would take longer than a frame. */
const MARKDOWN_LIMIT = 60_000;

const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'strong', 'em', 's', 'code', 'a', 'blockquote', 'ul', 'ol', 'li'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
const LINK = /^(?:https?:\/\/|mailto:)/i;

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
// A line of dashes under a text would turn it into a heading after it was read; so would half a table's first line.
markdown.disable('lheading');
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
markdown.validateLink = (address) => LINK.test(address.trim());

markdown.renderer.rules['link_open'] = (tokens, index) => {
  const address = markdown.utils.escapeHtml(String(tokens[index]?.attrGet('href') ?? ''));
  return `<a href="${address}" title="${address}" target="_blank" rel="noopener noreferrer">`;
};
markdown.renderer.rules['image'] = (tokens, index) => {
  const token = tokens[index];
  const address = markdown.utils.escapeHtml(String(token?.attrGet('src') ?? ''));
  const name = markdown.utils.escapeHtml(token?.content.trim() || 'Picture');
  return `<a href="${address}" title="${address}" target="_blank" rel="noopener noreferrer">${name}</a>`;
};

// Our policy forbids styles in elements, by which a column would be set right.
for (const cell of ['th_open', 'td_open'] as const) {
  markdown.renderer.rules[cell] = (tokens, index, options, _environment, renderer) => {
    const token = tokens[index];
    const side = /text-align:(right|center)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
    if (token !== undefined) token.attrs = side === undefined ? null : [['align', side]];
    return renderer.renderToken(tokens, index, options);
  };
}

/** Undefined for a text that is better shown as it was written. */
export function readMarkdown(text: string): readonly MarkdownBlock[] | undefined {
  if (text.length > MARKDOWN_LIMIT) return undefined;
  const environment = {};
  const tokens = markdown.parse(text, environment);
  const blocks: MarkdownBlock[] = [];
  let start = 0;
  let depth = 0;
  tokens.forEach((token, index) => {
    depth += token.nesting;
    if (depth > 0) return;
    if (token.type === 'fence' || token.type === 'code_block') {
      blocks.push({ kind: 'code', language: token.info.trim().split(/\s+/)[0] ?? '', text: token.content.replace(/\n$/, '') });
    } else {
      blocks.push({
        kind: 'html',
        html: clean(markdown.renderer.render(tokens.slice(start, index + 1), markdown.options, environment)),
      });
    }
    start = index + 1;
  });
  return blocks;
}

/** The words of one line without the signs of Markdown; what is no Markdown after all, such as a link that is not allowed, stays as it is. */
export function plainLine(line: string): string {
  const [inline] = markdown.parseInline(line, {});
  return (inline?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('');
}

/** The second lock on the door: whatever the first let through, only these elements and addresses reach the page. */
function clean(html: string): string {
  const cleaned = purifier().sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href', 'title', 'target', 'rel', 'start', 'align'],
    ALLOWED_URI_REGEXP: LINK,
    // What is no address is not compared with one.
    ADD_URI_SAFE_ATTR: ['target', 'rel', 'start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  // After cleaning, because a sign may also be written as an entity.
  return harmless(cleaned.trim());
}

let made: ReturnType<typeof createDomPurify> | undefined;

/** Made at its first use, when there is a page. */
function purifier(): ReturnType<typeof createDomPurify> {
  made ??= createDomPurify(window);
  return made;
}

/**
 * The text of a reply that is still being written, with what is half-written in its last paragraph closed: a mark whose partner is still to
 * come would be shown as such and then vanish, and everything behind it would jump.
 */
export function mendUnfinished(text: string): string {
  const fences = text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return text;
  const start = text.lastIndexOf('\n\n') + 1;
  let tail = text.slice(start).replace(/!?\[([^\]\n]*)(?:\](?:\([^)\n]*)?)?$/, '$1');
  if ((tail.match(/`/g)?.length ?? 0) % 2 === 1)
    return text.slice(0, start) + (tail.endsWith('`') ? tail.slice(0, -1) : `${tail}\``);
  tail = tail.replace(/(^|[^*])\*$/, '$1');
  if ((tail.match(/\*\*/g)?.length ?? 0) % 2 === 1) tail = tail.endsWith('**') ? tail.slice(0, -2) : `${tail.trimEnd()}**`;
  return text.slice(0, start) + tail;
}
