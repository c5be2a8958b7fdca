// How many requests find their way without a language model, on sentences people typed and no example was written from (CLINC150, read
// in place beside the repository and never copied). Owners who are not on the team yet count as out of reach.
import { collectExamples, createOpenMeteo, type JudgedOutcome, type JudgedRequest, measureRouting } from '@vos/agents';
import { systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCalculator } from './calculator.ts';
import { createEmbedder } from './embedder.ts';
import { createTeam } from './team.ts';

const dataFolder = fileURLToPath(new URL('../../../../shared/data/intents/', import.meta.url));
const weightsFolder = fileURLToPath(new URL('../../../resources/weights', import.meta.url));
/** Examples were improved while looking at the mistakes in `train`; `val` was only counted. */
const SETS = ['train', 'val'];

/** One row an owner and set. Without the data or the weights one row that says what is missing. */
export async function evaluate(): Promise<readonly BenchRow[]> {
  if (!existsSync(`${dataFolder}clinc150-val.jsonl`)) return [missing(`${dataFolder}clinc150-val.jsonl is not there`)];
  if (!existsSync(weightsFolder)) return [missing('the sentence model is not installed, run “npm run build”')];
  const embedder = createEmbedder({ weightsFolder });
  const calculator = createCalculator();
  try {
    const agents = createTeam({ calculator, weather: createOpenMeteo({ clock: systemClock }) });
    const exampleVectors = embedder.embed(collectExamples(agents));
    const rows: BenchRow[] = [];
    for (const set of SETS) {
      const outcomes = await measureRouting(await readRequests(set), { embedder, agents, exampleVectors });
      rows.push(...rowsOf(set, outcomes));
    }
    return rows;
  } finally {
    await Promise.all([embedder.dispose(), calculator.dispose()]);
  }
}

async function readRequests(set: string): Promise<readonly JudgedRequest[]> {
  const lines = (await readFile(`${dataFolder}clinc150-${set}.jsonl`, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as JudgedRequest);
}

function rowsOf(set: string, outcomes: readonly JudgedOutcome[]): readonly BenchRow[] {
  const byOwner = Map.groupBy(outcomes, ({ owner }) => owner ?? 'out of scope');
  return [...byOwner].map(([owner, judged]) => {
    const isRefusal = judged.every(({ expected }) => expected === 'refused');
    const right = judged.filter((outcome) => outcome.isRight).length;
    return {
      name: `routing, ${set}: ${owner}${isRefusal ? ' (to be refused)' : ''}`,
      figure: `${((100 * right) / judged.length).toFixed(1)} % of ${judged.length}`,
      target: isRefusal ? '≥ 80 %' : '≥ 90 %',
    };
  });
}

function missing(what: string): BenchRow {
  return { name: 'routing', figure: `not measured: ${what}`, target: '' };
}
