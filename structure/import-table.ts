// Who may import whom, and why: the one table of the project. A new package or edge is written here first, with its reason.

export interface Area {
  /** Folder from the root; the longest that fits a file is the file's area. */
  readonly folder: string;
  readonly may: readonly Edge[];
  /** Whether `node:` modules may be used. */
  readonly usesNode: boolean;
  /** Said when the table refuses an import. */
  readonly why: string;
}

export interface Edge {
  /** As written in an import: `@vos/base`, `@vos/protocol/entities`. */
  readonly name: string;
  /** Only `import type`: nothing of it may be in the running code. */
  readonly typesOnly?: boolean;
}

const base: Edge = { name: '@vos/base' };
const ledger: Edge = { name: '@vos/ledger' };
const entities: Edge = { name: '@vos/protocol/entities' };
const records: Edge = { name: '@vos/records' };

const areas: readonly Area[] = [
  {
    folder: 'packages/base',
    usesNode: false,
    may: [],
    why: 'everything stands on base, so base stands on nothing and does no input or output',
  },
  { folder: 'packages/windows', usesNode: false, may: [base], why: 'the window manager is pure state that knows no product' },
  {
    folder: 'packages/protocol',
    usesNode: false,
    may: [base, { name: '@vos/windows', typesOnly: true }],
    why: 'the contract is read by both ends, so it may drag neither of them in',
  },
  { folder: 'packages/ledger', usesNode: true, may: [base], why: 'the database knows how to keep things, not what they are' },
  {
    folder: 'packages/records',
    usesNode: true,
    may: [base, ledger, entities],
    why: 'rules and tables of the records know neither agents nor commands',
  },
  {
    folder: 'packages/agents',
    usesNode: true,
    may: [base, ledger, records, entities],
    why: 'agents run without a desk and without a host; news of them leaves as events',
  },
  {
    folder: 'packages/ui',
    usesNode: false,
    may: [base, { name: '@vos/windows', typesOnly: true }, { ...entities, typesOnly: true }],
    why: 'components get props and call back; they reach for no state and no connection',
  },
  {
    folder: 'apps/host',
    usesNode: true,
    may: [base, ledger, records, entities, { name: '@vos/protocol' }, { name: '@vos/windows' }, { name: '@vos/agents' }],
    why: 'the host composes everything but what a person sees, which belongs to the shells',
  },
  {
    folder: 'apps/desktop/src/renderer',
    usesNode: false,
    may: [
      base,
      entities,
      { name: '@vos/protocol' },
      { name: '@vos/windows' },
      { name: '@vos/windows/react' },
      { name: '@vos/ui' },
    ],
    why: 'the renderer reaches the host through the protocol only, wherever the host runs',
  },
  {
    folder: 'apps/desktop/src/main',
    usesNode: true,
    // The protocol for the port it hands on, base for an error's sentence.
    may: [base, { name: '@vos/protocol' }, { name: '@vos/host' }],
    why: 'a shell starts the host and holds no product logic',
  },
  {
    folder: 'apps/desktop/src/preload',
    usesNode: true,
    may: [{ name: '@vos/protocol', typesOnly: true }],
    why: 'the preload is one function, and its code has rights that no page may get',
  },
  { folder: 'apps/desktop', usesNode: true, may: [], why: 'outside src the desktop holds settings of its build' },
  { folder: 'e2e', usesNode: true, may: [], why: 'end-to-end tests use the built app as a person does' },
  { folder: 'structure', usesNode: true, may: [], why: 'these tests read the sources, they do not run them' },
  { folder: 'scripts', usesNode: true, may: [], why: 'scripts run before anything is installed' },
];

/** What a specialist may use: the SDK, its own folder, and these. The ledger's types name what the SDK hands to it. */
export const specialistMay: readonly Edge[] = [base, records, entities, { ...ledger, typesOnly: true }];

/** Files that end-to-end tests start as a process of their own; they import nothing of them. */
export const startedByEndToEndTests: readonly string[] = [
  'apps/host/src/main.ts',
  'apps/host/src/testing/model-server-process.ts',
];

/** The area of a file, by its path from the root with forward slashes. */
export function areaOf(path: string): Area | undefined {
  return areas
    .filter(({ folder }) => path.startsWith(`${folder}/`))
    .sort((left, right) => right.folder.length - left.folder.length)[0];
}

/** Loads, by names that benches write out, what is installed for them alone and is no dependency. */
export const loadsContenders = 'packages/ledger/src/testing/contender.ts';
