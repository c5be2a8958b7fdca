// Runs one measuring module and writes its rows to a file, so that its memory and its leftovers are its own.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [kind, file = '', output = ''] = process.argv.slice(2);
const { bench, evaluate } = await import(pathToFileURL(resolve(file)).href);
const rows = await (kind === 'bench' ? bench() : evaluate());
writeFileSync(output, JSON.stringify(rows));
process.exit(0);
