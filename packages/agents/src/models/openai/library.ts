// The one place that loads the `openai` package: it takes a third of a second and 30 MB, so nobody pays for it before a model with a
// key is asked for the first time.
import type * as openai from 'openai';

export type OpenAiLibrary = typeof openai;

/** Loads once. Call it ahead of the first request, while nobody waits. */
export function loadLibrary(): Promise<OpenAiLibrary> {
  return import('openai');
}
