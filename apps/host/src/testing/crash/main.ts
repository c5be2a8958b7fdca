// What `npm run crash` runs: ends hosts at named places and says what became of what they were doing.
import { parseArgs } from 'node:util';
import { problemsOf, runKills, summaryOf, tableOf } from './run-kills.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const kills = numberOf(values.kills, 150);
const seed = numberOf(values.seed, Date.now() % 1_000_000);
const only = values.only === undefined ? undefined : numberOf(values.only, 1);
console.log(`Ending hosts: ${kills} kills, seed ${seed}.`);
const stopping = new AbortController();
// What is under way is brought to its end, and what is known by then is said.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());
let done = 0;
const report = await runKills({
  kills,
  seed,
  only,
  signal: stopping.signal,
  onStory({ killed, problems }) {
    const before = done;
    done += killed.length;
    if (problems.length > 0 || Math.floor(done / 100) > Math.floor(before / 100)) console.log(`${done} kills …`);
  },
});
console.log(`\n${tableOf(report)}\n\n${summaryOf(report)}`);
const problems = problemsOf(report, kills);
if (problems.length > 0) console.error(`\n${problems.join('\n\n')}`);
process.exit(problems.length > 0 ? 1 : 0);

function numberOf(text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`“${text ?? ''}” is no whole number above 0. Use it as: npm run crash -- --kills 150 --seed 7 --only 3`);
  process.exit(2);
}
