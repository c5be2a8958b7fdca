// Judges the imports of a file by the table. Pure, so that the judge itself is tested with bad samples.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { areaOf, type Edge, loadsContenders, specialistMay, startedByEndToEndTests } from './import-table.ts';
import { COMPUTED, type ImportUse } from './imports-of.ts';

export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

export interface Surroundings {
  /** By the package's folder from the root; the root itself is ''. */
  readonly manifests: ReadonlyMap<string, Manifest>;
}

const SPECIALISTS = 'packages/agents/src/specialists';
const SDK = 'packages/agents/src/sdk';

/** One sentence a violation, each starting with the file and line. */
export function importViolations(path: string, uses: readonly ImportUse[], { manifests }: Surroundings): readonly string[] {
  const found: string[] = [];
  for (const use of uses) {
    for (const reason of reasonsAgainst(path, use, manifests))
      found.push(`${path}:${use.line} imports ${use.specifier}: ${reason}`);
  }
  return found;
}

/** What a package.json declares beyond the table. */
export function manifestViolations(folder: string, manifest: Manifest): readonly string[] {
  const own = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((name) => name.startsWith('@vos/'));
  // A folder inside the package may have wider rights than the package's own folder.
  const areas = [`${folder}/x`, ...['main', 'preload', 'renderer'].map((part) => `${folder}/src/${part}/x`)].map(areaOf);
  const allowed = new Set(areas.flatMap((area) => area?.may ?? []).map(({ name }) => packageOf(name)));
  return own
    .filter((name) => !allowed.has(name))
    .map((name) => `${folder}/package.json declares ${name}, which the table in structure/import-table.ts does not allow it`);
}

/** Whether a file only runs in tests or measurements. */
function isForTests(path: string): boolean {
  return (
    /\.(test|spec|bench|eval)\.[mc]?tsx?$/.test(path) ||
    /\/(src\/testing|contenders)\//.test(path) ||
    /^(e2e|structure)\//.test(path)
  );
}

function reasonsAgainst(path: string, use: ImportUse, manifests: Surroundings['manifests']): readonly string[] {
  const { specifier } = use;
  if (use.isExportAll && posix.basename(path).startsWith('index.ts')) return ['an index names what it exports one by one'];
  if (specifier === COMPUTED)
    return path.startsWith('scripts/') || path === loadsContenders ? [] : ['a computed name cannot be checked; write it out'];
  if (specifier.startsWith('.')) return reasonsAgainstPath(path, use);
  if (isBuiltin(specifier)) return reasonsAgainstBuiltin(path, use);
  return [...reasonsAgainstPackage(path, use, manifests), ...undeclared(path, specifier, manifests)];
}

function reasonsAgainstPath(path: string, { specifier, isFileName }: ImportUse): readonly string[] {
  const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
  const own = packageFolderOf(path);
  if (own === 'e2e' && isFileName && startedByEndToEndTests.includes(target)) return [];
  if (!target.startsWith(own === '' ? '' : `${own}/`) || (own === '' && packageFolderOf(target) !== '')) {
    return ['between packages the name is imported, never a path'];
  }
  const specialist = specialistOf(path);
  const targetSpecialist = specialistOf(target);
  if (specialist === undefined) {
    const mayNameSpecialists = path === `${SPECIALISTS}/index.ts` || path === 'packages/agents/src/index.ts' || isForTests(path);
    return targetSpecialist === undefined || targetSpecialist === 'primary' || mayNameSpecialists
      ? []
      : ['the runtime knows no specialist by name; only specialists/index.ts lists them'];
  }
  if (targetSpecialist === specialist || target.startsWith(`${SDK}/`) || isForTests(path)) return [];
  return targetSpecialist === undefined
    ? ['a specialist may import the SDK (../../sdk), its own folder and packages, never the runtime']
    : ['a specialist never imports its sibling; what both need belongs to the SDK'];
}

function reasonsAgainstBuiltin(path: string, use: ImportUse): readonly string[] {
  const area = areaOf(path);
  if (!use.specifier.startsWith('node:')) return ['modules of Node are written with node:'];
  return area === undefined || area.usesNode || isForTests(path) || path.endsWith('.config.ts')
    ? []
    : [`${area.folder} also runs in a page, where Node is not (${area.why})`];
}

function reasonsAgainstPackage(path: string, use: ImportUse, manifests: Surroundings['manifests']): readonly string[] {
  const { specifier } = use;
  if (!specifier.startsWith('@vos/')) return [];
  const area = areaOf(path);
  if (area === undefined)
    return ['this folder is not in the table of structure/import-table.ts; a new package needs a decision that says why'];
  const target = [...manifests.values()].find(({ name }) => name === packageOf(specifier));
  const subpath = `.${specifier.slice(packageOf(specifier).length)}`;
  const bare = specifier.replace(/\?.*$/, '');
  if (target !== undefined && !Object.hasOwn(target.exports ?? {}, subpath.replace(/\?.*$/, ''))) {
    return [`${packageOf(specifier)} does not export ${subpath}`];
  }
  if (subpath === './testing' && !isForTests(path)) return ['fakes are for tests only'];
  const may = specialistOf(path) !== undefined && !isForTests(path) ? specialistMay : area.may;
  const edge = may.find((allowed) => covers(allowed, bare));
  if (edge === undefined) return [`${area.folder} may import ${listed(may)}, because ${area.why}`];
  return edge.typesOnly === true && !use.isType && !isForTests(path)
    ? [`${area.folder} may import only types of it, because ${area.why}`]
    : [];
}

/** An edge to a package's main entry covers its style sheets and other doors but not entries that have an edge of their own. */
function covers({ name }: Edge, specifier: string): boolean {
  if (specifier === name) return true;
  const isOwnDoor = specifier === '@vos/protocol/entities' || specifier === '@vos/windows/react';
  return !isOwnDoor && packageOf(specifier) === packageOf(name) && (name === packageOf(name) || specifier.endsWith('/testing'));
}

function undeclared(path: string, specifier: string, manifests: Surroundings['manifests']): readonly string[] {
  const name = packageOf(specifier);
  const folder = packageFolderOf(path);
  const own = manifests.get(folder);
  const root = manifests.get('');
  const isDeclared = (record: Readonly<Record<string, string>> | undefined) =>
    record !== undefined && Object.hasOwn(record, name);
  if (isDeclared(own?.dependencies) || isDeclared(own?.devDependencies)) return [];
  const isToolFile = isForTests(path) || path.endsWith('.config.ts');
  if (isToolFile && isDeclared(root?.devDependencies)) return [];
  return [`${folder === '' ? 'the root' : folder}/package.json does not declare ${name}`];
}

/** The primary agent lies beside the specialists and obeys their rules, but the runtime may know it: there is always exactly one. */
function specialistOf(path: string): string | undefined {
  const [, name] = new RegExp(`^${SPECIALISTS}/([^/]+)/`).exec(path) ?? [];
  return name;
}

function packageFolderOf(path: string): string {
  return /^(?:packages|apps)\/[^/]+|^e2e(?=\/)/.exec(path)?.[0] ?? '';
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function listed(edges: readonly Edge[]): string {
  return edges.length === 0
    ? 'no package of VOS'
    : `only ${edges.map(({ name, typesOnly }) => (typesOnly ? `types of ${name}` : name)).join(', ')}`;
}
