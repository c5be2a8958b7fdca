// Reads what `strace -f -y` wrote about a host: when a text was written to the write-ahead log, when that was synced, when the text left.

export interface SentText {
  readonly text: string;
  /** Lines of the trace, from 0 on; undefined where it did not happen. `synced` is the first sync of the log that began and ended after `written`, by the same thread. */
  readonly written: number | undefined;
  readonly synced: number | undefined;
  readonly left: number | undefined;
}

interface Call {
  readonly line: number;
  readonly thread: string;
  readonly name: string;
  readonly arguments: string;
  /** The line on which it returned. */
  readonly returned: number;
}

/** Where each of these texts went first. */
export function followTexts(trace: string, texts: readonly string[]): readonly SentText[] {
  const calls = readCalls(trace);
  const writes = calls.filter(({ name, arguments: given }) => name === 'pwrite64' && /^\d+<[^>]*-wal>/.test(given));
  const syncs = calls.filter(({ name, arguments: given }) => /^f(data)?sync$/.test(name) && /^\d+<[^>]*-wal>/.test(given));
  const departures = calls.filter(
    ({ name, arguments: given }) => /^(writev?|sendto|sendmsg)$/.test(name) && /^\d+<(TCP|socket)/.test(given),
  );
  return texts.map((text) => {
    const written = writes.find(({ arguments: given }) => given.includes(text));
    const synced = syncs.find(
      ({ thread, line }) => written !== undefined && thread === written.thread && line >= written.returned,
    );
    const left = departures.find(({ arguments: given }) => given.includes(text));
    return { text, written: written?.line, synced: synced?.returned, left: left?.line };
  });
}

function readCalls(trace: string): readonly Call[] {
  const calls: Call[] = [];
  /** Cut in two by what another thread did meanwhile, by thread. */
  const underWay = new Map<string, Omit<Call, 'returned'>>();
  for (const [line, text] of trace.split('\n').entries()) {
    const [, thread = '', does = ''] = /^(\d+)\s+(.*)$/.exec(text) ?? [];
    const open = underWay.get(thread);
    if (/^<\.\.\. \w+ resumed>/.test(does)) {
      if (open !== undefined) calls.push({ ...open, returned: line });
      underWay.delete(thread);
      continue;
    }
    const [, name, given] = /^(\w+)\((.*)$/.exec(does) ?? [];
    if (name === undefined || given === undefined) continue;
    const call = { line, thread, name, arguments: given };
    if (does.endsWith('<unfinished ...>')) underWay.set(thread, call);
    else calls.push({ ...call, returned: line });
  }
  return calls.sort((left, right) => left.line - right.line);
}
