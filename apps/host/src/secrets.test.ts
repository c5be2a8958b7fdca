import { temporaryFolder, type TemporaryFolder } from '@vos/ledger/testing';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecrets } from './secrets.ts';
import { passphraseCipher } from './secrets-cipher.ts';

const KEY = 'Odd.key+0123456789/abcdefghij=';

let temporary: TemporaryFolder;
let folder: string;
let path: string;

beforeEach(async () => {
  temporary = await temporaryFolder();
  folder = temporary.folder;
  path = join(folder, 'secrets.json');
});
afterEach(() => temporary.dispose());

/** Each cipher makes its key anew, as after a restart, which takes 0.1 s by intent. */
const openAnew = (passphrase: string) => openSecrets({ folder, cipher: passphraseCipher(passphrase) });
const cipher = passphraseCipher('a long phrase');
const open = () => openSecrets({ folder, cipher });

describe('a key that was stored', () => {
  it('is there after a restart, lies in a file only this user can read, and cannot be read in it', async () => {
    const secrets = await open();
    await secrets.store('secret_1', KEY);
    expect(secrets.isKept).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(path, 'latin1');
    for (const form of [KEY, Buffer.from(KEY).toString('base64'), Buffer.from(KEY).toString('hex'), encodeURIComponent(KEY)]) {
      expect(bytes).not.toContain(form);
    }
    const again = await openAnew('a long phrase');
    expect([again.has('secret_1'), again.read('secret_1'), again.has('secret_2')]).toEqual([true, KEY, false]);
  });

  it('is encrypted anew each time, so that equal keys do not look equal', async () => {
    const secrets = await open();
    await secrets.store('secret_1', KEY);
    await secrets.store('secret_2', KEY);
    const { secrets: stored } = JSON.parse(await readFile(path, 'utf8')) as { secrets: Record<string, string> };
    expect(stored['secret_1']).not.toBe(stored['secret_2']);
  });

  it('is gone once it is removed, also after a restart', async () => {
    const secrets = await open();
    await secrets.store('secret_1', KEY);
    await secrets.remove('secret_1');
    expect(secrets.has('secret_1')).toBe(false);
    expect((await open()).has('secret_1')).toBe(false);
  });

  it('counts as absent under another phrase, and is there again under the right one', async () => {
    await (await openAnew('right')).store('secret_1', KEY);
    const wrong = await openAnew('wrong');
    expect(wrong.has('secret_1')).toBe(false);
    await wrong.store('secret_2', 'another');
    const right = await openAnew('right');
    expect([right.read('secret_1'), right.has('secret_2')]).toEqual([KEY, false]);
  });

  it('cannot be passed off as the key of another service', async () => {
    const secrets = await open();
    await secrets.store('secret_1', KEY);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('secret_1', 'secret_2'));
    expect((await open()).has('secret_2')).toBe(false);
  });

  it('of several stored at the same moment none is lost', async () => {
    const secrets = await open();
    await Promise.all(['secret_1', 'secret_2', 'secret_3'].map((reference) => secrets.store(reference, reference)));
    const again = await open();
    expect(['secret_1', 'secret_2', 'secret_3'].map((reference) => again.read(reference))).toEqual([
      'secret_1',
      'secret_2',
      'secret_3',
    ]);
  });
});

describe('without a key in the environment', () => {
  it('keys are held until the host ends, and nothing is written', async () => {
    const secrets = await openSecrets({ folder, cipher: undefined });
    await secrets.store('secret_1', KEY);
    expect([secrets.isKept, secrets.read('secret_1')]).toEqual([false, KEY]);
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await openSecrets({ folder, cipher: undefined })).has('secret_1')).toBe(false);
  });
});

describe('a list of keys that is damaged', () => {
  it('is put aside, not overwritten', async () => {
    await writeFile(path, 'milk, eggs');
    const secrets = await open();
    await secrets.store('secret_1', KEY);
    expect(await readFile(`${path}.unreadable`, 'utf8')).toBe('milk, eggs');
    expect((await open()).read('secret_1')).toBe(KEY);
  });
});
