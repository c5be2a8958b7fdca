// The project's own files as git knows them: tracked and new, without what is ignored.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Manifest } from './import-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths from the root, with forward slashes. */
export function listFiles(): readonly string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(output.split('\0'))].filter((path) => path !== '' && existsSync(new URL(path, `file://${root}`)));
}

export function readText(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}

/** Every package.json by its folder; the root's by ''. */
export function readManifests(files: readonly string[]): ReadonlyMap<string, Manifest> {
  const paths = files.filter((path) => /^((packages|apps)\/[^/]+\/|e2e\/)?package\.json$/.test(path));
  return new Map(paths.map((path) => [path.replace(/\/?package\.json$/, ''), JSON.parse(readText(path)) as Manifest]));
}
