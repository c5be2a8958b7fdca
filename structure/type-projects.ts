// Which source belongs to which tsconfig.json. A source that belongs to none is checked by nobody, and nothing would say so.
import { posix } from 'node:path';

export interface TypeProject {
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly references?: readonly { readonly path: string }[];
}

/** The project in this folder and every one that it refers to, each once; `read` gives the text of a file. */
export function typeProjects(
  read: (path: string) => string,
  folder = '.',
  found = new Map<string, TypeProject>(),
): readonly TypeProject[] {
  if (!found.has(folder)) {
    const project = { ...(JSON.parse(read(posix.join(folder, 'tsconfig.json'))) as Omit<TypeProject, 'folder'>), folder };
    found.set(folder, project);
    for (const { path } of project.references ?? []) typeProjects(read, posix.join(folder, path), found);
  }
  return [...found.values()];
}

/** The folders of the projects that a source belongs to. */
export function projectsOf(source: string, projects: readonly TypeProject[]): readonly string[] {
  const isAmong = (patterns: readonly string[], folder: string): boolean =>
    patterns.some((pattern) => {
      const path = posix.join(folder, pattern);
      return posix.matchesGlob(source, path) || posix.matchesGlob(source, posix.join(path, '**'));
    });
  return projects
    .filter(({ folder, include, exclude = [] }) => isAmong(include, folder) && !isAmong(exclude, folder))
    .map(({ folder }) => folder);
}
