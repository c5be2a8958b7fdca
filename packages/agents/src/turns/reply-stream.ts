// Finds the text of a reply inside the JSON of a tool call while it is still being written.

export interface ReplyStream {
  /** Takes the next piece of the arguments' JSON and returns the text that is new, which may be empty. */
  push(argumentsText: string): string;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' };

/** Follows the value of one top-level string property. Escapes that are cut in two wait for their rest. */
export function createReplyStream(property: string): ReplyStream {
  const opening = new RegExp(`^\\s*\\{\\s*"${property}"\\s*:\\s*"|[,{]\\s*"${property}"\\s*:\\s*"`);
  let text = '';
  let position: number | undefined;
  let ended = false;

  return {
    push(argumentsText) {
      if (ended) return '';
      text += argumentsText;
      if (position === undefined) {
        const match = opening.exec(text);
        if (match === null) return '';
        position = match.index + match[0].length;
      }
      let fresh = '';
      while (position < text.length) {
        const character = text.charAt(position);
        if (character === '"') {
          ended = true;
          break;
        }
        if (character !== '\\') {
          fresh += character;
          position += 1;
          continue;
        }
        const escape = text.charAt(position + 1);
        if (escape === '') break;
        if (escape === 'u') {
          const digits = text.slice(position + 2, position + 6);
          if (digits.length < 4) break;
          fresh += String.fromCharCode(Number.parseInt(digits, 16));
          position += 6;
        } else {
          fresh += ESCAPES[escape] ?? escape;
          position += 2;
        }
      }
      return fresh;
    },
  };
}
