// Imports point one way. Each failure says who may import what, and why.
import { describe, expect, it } from 'vitest';
import { importViolations, type Manifest, manifestViolations } from './import-rules.ts';
import { areaOf } from './import-table.ts';
import { importsOf } from './imports-of.ts';
import { listFiles, readManifests, readText } from './source-tree.ts';

const files = listFiles();
const manifests = readManifests(files);

describe('this project', () => {
  it('imports only along the edges of the table, from packages it declares', () => {
    const sources = files.filter((path) => /\.[mc]?tsx?$/.test(path) && !path.endsWith('.d.ts'));
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap((path) => importViolations(path, importsOf(path, readText(path)), { manifests }))).toEqual([]);
  });

  it('declares only dependencies that the table allows', () => {
    expect([...manifests].flatMap(([folder, manifest]) => (folder === '' ? [] : manifestViolations(folder, manifest)))).toEqual(
      [],
    );
  });

  it('has every package in the table', () => {
    expect([...manifests.keys()].filter((folder) => folder !== '' && areaOf(`${folder}/x`) === undefined)).toEqual([]);
  });
});

describe('the rules', () => {
  const sample = new Map<string, Manifest>([
    ['', { name: 'vos', devDependencies: { vitest: '4' } }],
    ['packages/base', { name: '@vos/base', exports: { '.': '', './testing': '' } }],
    ['packages/ledger', { name: '@vos/ledger', exports: { '.': '', './testing': '' }, dependencies: { '@vos/base': '1' } }],
    [
      'packages/protocol',
      { name: '@vos/protocol', exports: { '.': '', './entities': '' }, dependencies: { '@vos/base': '1', zod: '4' } },
    ],
    [
      'packages/agents',
      { name: '@vos/agents', exports: { '.': '' }, dependencies: { '@vos/base': '1', '@vos/ledger': '1', '@vos/protocol': '1' } },
    ],
    ['packages/ui', { name: '@vos/ui', exports: { '.': '', './styles.css': '' }, dependencies: { '@vos/protocol': '1' } }],
    ['apps/desktop', { name: '@vos/desktop', dependencies: { '@vos/ui': '1', '@vos/protocol': '1' } }],
  ]);
  const judge = (path: string, text: string) => importViolations(path, importsOf(path, text), { manifests: sample });

  it.each([
    [
      'an edge that is not in the table',
      'packages/ledger/src/a.ts',
      "import { x } from '@vos/agents';",
      'may import only @vos/base',
    ],
    ['a type import along no edge', 'packages/base/src/a.ts', "import type { X } from '@vos/ledger';", 'no package of VOS'],
    [
      'an import() along no edge',
      'packages/ledger/src/a.ts',
      "const x = await import('@vos/protocol');",
      'may import only @vos/base',
    ],
    [
      'a type in an import() along no edge',
      'packages/ledger/src/a.ts',
      "type X = import('@vos/protocol').X;",
      'may import only @vos/base',
    ],
    ['a re-export along no edge', 'packages/ledger/src/a.ts', "export { x } from '@vos/protocol';", 'may import only @vos/base'],
    [
      'the whole protocol where only its entities are allowed',
      'packages/agents/src/a.ts',
      "import { x } from '@vos/protocol';",
      'entities',
    ],
    [
      'running code where only types are allowed',
      'packages/ui/src/a.tsx',
      "import { note } from '@vos/protocol/entities';",
      'only types',
    ],
    ['a path into another package', 'packages/ledger/src/a.ts', "import { x } from '../../base/src/ids.ts';", 'never a path'],
    [
      'a worker file in another package',
      'packages/ledger/src/a.ts',
      "new URL('../../base/src/a.worker.ts', import.meta.url);",
      'never a path',
    ],
    [
      'a door that a package does not have',
      'packages/ledger/src/a.ts',
      "import { x } from '@vos/base/src/ids.ts';",
      'does not export',
    ],
    ['a dependency that is not declared', 'packages/base/src/a.ts', "import { z } from 'zod';", 'does not declare zod'],
    ['a tool in code that ships', 'packages/base/src/a.ts', "import { it } from 'vitest';", 'does not declare vitest'],
    [
      'a fake in code that ships',
      'packages/ledger/src/a.ts',
      "import { createFakeClock } from '@vos/base/testing';",
      'for tests only',
    ],
    [
      'Node in code that also runs in a page',
      'packages/protocol/src/a.ts',
      "import { readFileSync } from 'node:fs';",
      'where Node is not',
    ],
    ['Node without its prefix', 'packages/ledger/src/a.ts', "import { readFileSync } from 'fs';", 'written with node:'],
    ['a computed name', 'packages/ledger/src/a.ts', 'await import(name);', 'cannot be checked'],
    ['an index that exports everything', 'packages/ledger/src/index.ts', "export * from './a.ts';", 'one by one'],
    [
      'the host in the renderer',
      'apps/desktop/src/renderer/a.ts',
      "import { x } from '@vos/ledger';",
      'through the protocol only',
    ],
    [
      'a sibling in a specialist',
      'packages/agents/src/specialists/notes/a.ts',
      "import { x } from '../weather/agent.ts';",
      'never imports its sibling',
    ],
    [
      'the runtime in a specialist',
      'packages/agents/src/specialists/notes/a.ts',
      "import { x } from '../../turns/turn.ts';",
      'never the runtime',
    ],
    [
      'the ledger in a specialist',
      'packages/agents/src/specialists/notes/a.ts',
      "import { x } from '@vos/ledger';",
      'only types',
    ],
    [
      'a specialist in the runtime',
      'packages/agents/src/turns/a.ts',
      "import { x } from '../specialists/notes/agent.ts';",
      'knows no specialist',
    ],
    ['a package outside the table', 'packages/new/src/a.ts', "import { x } from '@vos/base';", 'not in the table'],
  ])('refuse %s', (_, path, text, reason) => {
    const found = judge(path, text);
    expect(found.join('\n')).toContain(reason);
    expect(found[0]).toMatch(new RegExp(`^${path}:1 `));
  });

  it.each([
    [
      'packages/ledger/src/a.test.ts',
      "import { createFakeClock } from '@vos/base/testing'; import { it } from 'vitest'; import 'node:fs';",
    ],
    [
      'packages/ui/src/a.tsx',
      "import type { Note } from '@vos/protocol/entities'; import { type Message } from '@vos/protocol/entities';",
    ],
    ['packages/agents/src/specialists/notes/agent.ts', "import { x } from '../../sdk/agent.ts'; import { y } from './tools.ts';"],
    ['packages/agents/src/specialists/notes/find.ts', "import type { Reader } from '@vos/ledger';"],
    ['packages/agents/src/models/a.ts', "import { x } from '../specialists/primary/index.ts';"],
    ['e2e/desk/fixtures.ts', "new URL('../../apps/host/src/main.ts', import.meta.url);"],
    ['packages/agents/src/specialists/index.ts', "export { notesAgent } from './notes/agent.ts';"],
    ['apps/desktop/src/renderer/a.tsx', "import '@vos/ui/styles.css'; import { createClient } from '@vos/protocol';"],
  ])('allow what the table allows in %s', (path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  it('refuse a package.json that declares more than the table allows', () => {
    expect(
      manifestViolations('packages/ledger', { name: '@vos/ledger', dependencies: { '@vos/agents': '1', '@vos/base': '1' } }),
    ).toEqual([
      'packages/ledger/package.json declares @vos/agents, which the table in structure/import-table.ts does not allow it',
    ]);
  });
});
