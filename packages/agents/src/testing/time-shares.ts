// Where time goes, by the profiler that is in Node: for benches. It looks at the stack ten thousand times a second; what it looks at takes a
// little longer meanwhile, so shares are what counts.
import { type Profiler, Session } from 'node:inspector/promises';

const INTERVAL_MICROSECONDS = 100;

/** One kind of work, and how to know it by the function that runs: its name and the address of its file. */
export interface WorkKind {
  readonly name: string;
  includes(functionName: string, url: string): boolean;
}

/**
 * Runs `work` and returns how many milliseconds it spent in each kind, the first that fits counts; under `the rest` whatever is left.
 * What SQLite, JSON and other built-in code takes counts for the function of ours that calls it.
 */
export async function timeShares(kinds: readonly WorkKind[], work: () => Promise<void>): Promise<ReadonlyMap<string, number>> {
  const session = new Session();
  session.connect();
  const restoreJson = nameJson();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS });
    await session.post('Profiler.start');
    await work();
    return sum((await session.post('Profiler.stop')).profile, kinds);
  } finally {
    restoreJson();
    session.disconnect();
  }
}

/** Reading and writing JSON. */
export const jsonWork: WorkKind = { name: 'JSON', includes: (functionName) => /^profiled(Parse|Stringify)$/.test(functionName) };

/** Gives JSON functions that a profile can tell from their callers. */
function nameJson(): () => void {
  const { parse, stringify } = JSON;
  JSON.parse = function profiledParse(...given: Parameters<typeof parse>) {
    return parse(...given) as unknown;
  };
  JSON.stringify = function profiledStringify(...given: Parameters<typeof stringify>) {
    return stringify(...given);
  } as typeof stringify;
  return () => Object.assign(JSON, { parse, stringify });
}

function sum(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  kinds: readonly WorkKind[],
): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));

  function kindOf(id: number): string {
    const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {};
    const kind = kinds.find((each) => each.includes(functionName, url));
    if (kind !== undefined) return kind.name;
    const caller = callers.get(id);
    // Names in brackets are no functions: `(program)`, `(root)`.
    return url === '' && caller !== undefined && !functionName.startsWith('(') ? kindOf(caller) : 'the rest';
  }

  const shares = new Map<string, number>([...kinds.map(({ name }) => name), 'the rest'].map((name) => [name, 0]));
  for (const [index, id] of samples.entries()) {
    const kind = kindOf(id);
    shares.set(kind, (shares.get(kind) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  }
  return shares;
}
