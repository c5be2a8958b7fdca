// Answers the page's own requests: the built files of the desk and nothing else, each with the policy that says what a page may do.
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { isDeskAddress } from './desk-address.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const headers = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Answers requests with files of `folder`; whatever lies outside it, or is of no known type, does not exist. */
export function createDeskFiles(
  folder: string,
): (request: { readonly url: string; readonly method: string }) => Promise<Response> {
  return async ({ url, method }) => {
    const path = method === 'GET' ? pathOf(url, folder) : undefined;
    const type = path === undefined ? undefined : types[extname(path)];
    const content = path === undefined || type === undefined ? undefined : await readFile(path).catch(() => undefined);
    if (content === undefined || type === undefined) {
      return new Response('There is nothing here.\n', { status: 404, headers: { ...headers, 'content-type': 'text/plain' } });
    }
    return new Response(new Uint8Array(content), { headers: { ...headers, 'content-type': type } });
  };
}

function pathOf(url: string, folder: string): string | undefined {
  if (!isDeskAddress(url)) return undefined;
  let asked: string;
  try {
    asked = decodeURIComponent(new URL(url).pathname);
  } catch {
    return undefined;
  }
  if (asked.includes('\0')) return undefined;
  const path = normalize(join(folder, asked === '/' || asked === '' ? 'index.html' : asked));
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`) ? path : undefined;
}
