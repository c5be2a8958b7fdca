// One client of a service, so configured that it does what is asked of it and nothing else: no retries, no log, no key or header from
// the environment, no redirects, and no more read than a reply may hold.
import type OpenAI from 'openai';
import { type BodyBounds, boundedBody } from './bounded-body.ts';
import { modelFailure } from './failure.ts';
import type { OpenAiLibrary } from './library.ts';

/**
 * The longest answer read from the wire: a reply of 128,000 tokens in chunks of one token is about 32 MB. A line is one chunk, and the longest
 * is a whole reply at its bound with every character escaped.
 */
const WIRE_BOUNDS: BodyBounds = { totalBytes: 64 * 1024 * 1024, lineBytes: 8 * 1024 * 1024 };

/** Longer than any wait of ours; whoever calls decides when to give up, and says so by the signal. */
const LIBRARY_TIMEOUT_MS = 600_000;

export interface ServiceAddress {
  readonly label: string;
  /** Up to and without the last slash: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Throws `model-key-refused` for a key that cannot be sent at all. */
export function connect(library: OpenAiLibrary, { label, baseUrl, fetch }: ServiceAddress, key: string | undefined): OpenAI {
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw modelFailure(
      'model-key-refused',
      `The key of ${label} has spaces or letters that no key has. Copy it again in one piece.`,
    );
  }
  // The key is put on the request here, so that it never passes through the library and whatever that may log.
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return new library.OpenAI({
    baseURL: baseUrl,
    apiKey: 'set by the request',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: LIBRARY_TIMEOUT_MS,
    logLevel: 'off',
    fetch: async (input, init) => boundedBody(await fetch(input, { ...init, headers, redirect: 'manual' }), WIRE_BOUNDS),
  });
}

/** The key without the line break that comes along when it is copied; undefined for none. */
export async function readKey(apiKey: () => Promise<string | undefined> | string | undefined): Promise<string | undefined> {
  const key = (await apiKey())?.trim();
  return key === '' ? undefined : key;
}

/** The address in the form the rest relies on. Throws `model-refused` for what is no http address, or has a password in it. */
export function normalBaseUrl(label: string, baseUrl: string): string {
  const url = URL.parse(baseUrl.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw modelFailure(
      'model-refused',
      `The address of ${label} is not a web address that can be used. It looks like https://api.openai.com/v1.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
