// The secret in the address that `serve` prints. It stays the same over restarts, so that a bookmark and an open window go on working.
import { CodedError } from '@vos/base';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Reads the folder's token, or makes one that only this user can read. Throws `token-unwritable`. */
export function loadToken(dataFolder: string): string {
  const path = join(dataFolder, 'serve-token');
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (TOKEN_FORM.test(token)) return token;
  } catch {
    // There is none yet; made below.
  }
  const token = randomBytes(32).toString('base64url');
  try {
    writeFileSync(`${path}.new`, `${token}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new CodedError(
      'token-unwritable',
      `VOS cannot write the key of its address to ${path}. Your data is untouched; move away what is there.`,
      {
        cause: error,
      },
    );
  }
  return token;
}

/** Compares in a time that does not depend on where the two differ. */
export function isToken(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
