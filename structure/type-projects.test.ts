import { describe, expect, it } from 'vitest';
import { listFiles, readText } from './source-tree.ts';
import { projectsOf, type TypeProject, typeProjects } from './type-projects.ts';

describe('this project', () => {
  it('has the types of every source checked, each in one place', () => {
    const projects = typeProjects(readText);
    const sources = listFiles().filter((path) => /\.[mc]?tsx?$/.test(path));
    expect(sources.length).toBeGreaterThan(300);
    const lost = sources.map((path) => [path, projectsOf(path, projects)] as const).filter(([, { length }]) => length !== 1);
    expect(lost, 'each source with the tsconfig.json that includes it, of those that the one at the root refers to').toEqual([]);
  });
});

describe('a source', () => {
  const projects: readonly TypeProject[] = [
    { folder: 'packages/base', include: ['src'], exclude: ['src/**/*.test.ts', 'src/testing'] },
    { folder: 'packages/base/src/testing', include: ['.', '../**/*.test.ts'] },
    { folder: '.', include: ['scripts', '*.ts'] },
  ];

  it.each([
    ['packages/base/src/clock.ts', ['packages/base']],
    ['packages/base/src/deep/clock.ts', ['packages/base']],
    ['packages/base/src/deep/clock.test.ts', ['packages/base/src/testing']],
    ['packages/base/src/testing/fake-clock.ts', ['packages/base/src/testing']],
    ['packages/base/clock.ts', []],
    ['packages/new/src/index.ts', []],
    ['scripts/counts.test.ts', ['.']],
    ['vite.config.ts', ['.']],
  ])('%s belongs to %j', (source, folders) => {
    expect(projectsOf(source, projects)).toEqual(folders);
  });
});
