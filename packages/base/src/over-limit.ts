// What is said where more was written or pasted than there is room for. No field cuts what a person gave it: it keeps all of it and says so.

/** A sentence, or null where the text fits. `what` begins it: “A title”. Lengths are in UTF-16 units, as everywhere. */
export function overLimit(what: string, text: string, limit: number): string | null {
  if (text.length <= limit) return null;
  return `${what} has at most ${limit.toLocaleString('en')} characters, and this has ${text.length.toLocaleString('en')}. Shorten it.`;
}
