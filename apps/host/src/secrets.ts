// Keys of services. They lie in one file of their own, encrypted, or in memory where there is nothing to encrypt them with; never in
// the database, a log line, a commit or an error. Whoever draws a screen learns only whether a key is there.
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@vos/base';
import { z } from 'zod';

/** Encrypts with something that is not in the data folder: a key from the environment, or the keychain of the computer. */
export interface SecretsCipher {
  encrypt(text: string, reference: string): Promise<Buffer>;
  /** Rejects for what was encrypted with another key, under another reference, or is damaged. */
  decrypt(bytes: Buffer, reference: string): Promise<string>;
}

export interface Secrets {
  /** Whether what is stored is still there after a restart. */
  readonly isKept: boolean;
  has(reference: string): boolean;
  /** Undefined where there is none. */
  read(reference: string): string | undefined;
  /** Resolves once it is on disk, where it is kept. Rejects with `secret-not-kept`; then it holds until the host ends. */
  store(reference: string, value: string): Promise<void>;
  remove(reference: string): Promise<void>;
}

const FILE_NAME = 'secrets.json';

const secretsFile = z.object({
  about: z.string(),
  /** Ciphertext in base64 by reference. */
  secrets: z.record(z.string(), z.base64()),
});

const ABOUT = 'Keys of services, encrypted. The key to them is not in this folder.';

/**
 * Opens the folder's keys. Those that the cipher cannot read (another key, a damaged entry) count as absent and stay in the file as they
 * are; a file that is no list of keys is put aside as `secrets.json.unreadable`. Without a cipher the file is not touched.
 */
export async function openSecrets({ folder, cipher }: { folder: string; cipher: SecretsCipher | undefined }): Promise<Secrets> {
  const values = new Map<string, string>();
  if (cipher === undefined) return inMemory(values);
  const path = join(folder, FILE_NAME);
  const stored = new Map(Object.entries(await readStored(path)));
  for (const [reference, text] of stored) {
    const value = await cipher.decrypt(Buffer.from(text, 'base64'), reference).catch(() => undefined);
    if (value !== undefined) values.set(reference, value);
  }

  let writing: Promise<void> = Promise.resolve();
  function write(): Promise<void> {
    // One after the other, each with what holds when it begins, so that a slow write never undoes a later one.
    const next = writing.then(() => writeWhole(path, { about: ABOUT, secrets: Object.fromEntries(stored) }));
    writing = next.catch(() => {});
    return next.catch((error: unknown) => {
      throw new CodedError(
        'secret-not-kept',
        'The list of keys could not be written to the disk. The change holds until VOS ends; make room or check the folder, and try again.',
        { cause: error },
      );
    });
  }

  return {
    ...inMemory(values),
    isKept: true,
    async store(reference, value) {
      values.set(reference, value);
      stored.set(reference, (await cipher.encrypt(value, reference)).toString('base64'));
      await write();
    },
    async remove(reference) {
      values.delete(reference);
      if (stored.delete(reference)) await write();
    },
  };
}

function inMemory(values: Map<string, string>): Secrets {
  return {
    isKept: false,
    has: (reference) => values.has(reference),
    read: (reference) => values.get(reference),
    async store(reference, value) {
      values.set(reference, value);
    },
    async remove(reference) {
      values.delete(reference);
    },
  };
}

async function readStored(path: string): Promise<Readonly<Record<string, string>>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new CodedError('secrets-unreadable', `The list of keys in ${path} cannot be read. Check who may read it.`, {
      cause: error,
    });
  }
  try {
    return secretsFile.parse(JSON.parse(text)).secrets;
  } catch {
    await rename(path, `${path}.unreadable`);
    return {};
  }
}

/** Written beside the old one, synced and put in its place: a power cut leaves one of the two, whole. */
async function writeWhole(path: string, content: z.input<typeof secretsFile>): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // A left-over file of an earlier attempt keeps the rights it had.
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}
