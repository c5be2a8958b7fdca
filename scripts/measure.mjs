// Finds measuring modules beside the sources, runs each in a process of its own and prints what they found as one table.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { cpus, totalmem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, run } from './processes.mjs';
import { repository } from './repository.mjs';
import { provideContenders } from './set-up/contenders.mjs';
import { hostCommand } from './set-up/examples.mjs';
import { setUp } from './setup.mjs';

/** Kind is `bench` or `eval`; `words` pick the modules whose path contains any of them. Sets the exit code when one fails. */
export async function measureAll(kind, words) {
  const ready = await setUp();
  if (ready === undefined) {
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'vos-measure-'));
  const rows = [];
  const files = findModules(kind).filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  // Such a bench has a folder beside it with a module for each; without them it measures VOS alone.
  const contenders = files.some((file) => readFileSync(join(repository, file), 'utf8').includes("'./contenders/"))
    ? await provideContenders(ready.env)
    : undefined;
  const env = { ...ready.env, ...(contenders === undefined ? {} : { VOS_CONTENDERS: contenders }) };
  for (const file of files) {
    console.log(`Running ${file} …`);
    const output = join(folder, 'rows.json');
    // As the host is run, whose parts are measured.
    const host = hostCommand(env);
    const code = await run(ready.node, [...host.nodeOptions, 'scripts/measure-one.mjs', kind, file, output], {
      cwd: repository,
      env: host.env,
      ownGroup: true,
    });
    if (code === 0) rows.push(...JSON.parse(readFileSync(output, 'utf8')));
    else {
      rows.push({ name: file, figure: 'failed', target: '' });
      process.exitCode = 1;
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const { text: nodeVersion } = await capture(ready.node, ['--version']);
  console.log(`\n${machineLine(nodeVersion.trim())}\n${table(rows)}`);
}

function findModules(kind) {
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(repository, group)).flatMap((name) =>
      readdirSync(join(repository, group, name, 'src'), { recursive: true })
        .filter((file) => file.endsWith(`.${kind}.ts`))
        .map((file) => join(group, name, 'src', file)),
    ),
  );
}

function machineLine(nodeVersion) {
  const cores = cpus();
  const memoryGigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cores[0]?.model.trim() ?? 'unknown processor'}, ${cores.length} cores, ${memoryGigabytes} GB, ${process.platform} ${process.arch}, Node ${nodeVersion}, ${new Date().toISOString().slice(0, 10)}`;
}

/** Columns as wide as their longest cell. */
function table(rows) {
  const lines = [{ name: 'what', figure: 'figure', target: 'target' }, ...rows];
  const width = (key) => Math.max(...lines.map((line) => line[key].length));
  const [nameWidth, figureWidth] = [width('name'), width('figure')];
  return lines
    .map(({ name, figure, target }) => `${name.padEnd(nameWidth)}  ${figure.padEnd(figureWidth)}  ${target}`.trimEnd())
    .join('\n');
}
