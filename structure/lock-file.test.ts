// A clone installs by the lock file alone; one that lags behind a package.json fails there, on the first command of a new person.
import { describe, expect, it } from 'vitest';
import { listFiles, readManifests, readText } from './source-tree.ts';

interface LockFile {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const parts = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

describe('the lock file', () => {
  it('knows what every package.json asks for', () => {
    const lock = JSON.parse(readText('package-lock.json')) as LockFile;
    const asked = [...readManifests(listFiles())].map(([folder]) => {
      const manifest = JSON.parse(readText(folder === '' ? 'package.json' : `${folder}/package.json`)) as Record<string, unknown>;
      return [folder, manifest] as const;
    });
    const pick = (from: Readonly<Record<string, unknown>> | undefined) =>
      Object.fromEntries(parts.map((part) => [part, from?.[part] ?? {}]));
    expect(Object.fromEntries(asked.map(([folder]) => [folder, pick(lock.packages[folder])]))).toEqual(
      Object.fromEntries(asked.map(([folder, manifest]) => [folder, pick(manifest)])),
    );
  });

  it('names no registry, so that each machine uses its own', () => {
    const lock = JSON.parse(readText('package-lock.json')) as LockFile;
    const resolved = Object.values(lock.packages).flatMap((entry) =>
      typeof entry['resolved'] === 'string' ? [entry['resolved']] : [],
    );
    expect(resolved.filter((address) => /^https?:/.test(address))).toEqual([]);
  });
});
