// Where the file of a worker thread lies: beside this one among the sources, in the folder `workers` beside the file that a built app is.

type WorkerName = 'calculator' | 'embedder';

export function workerFile(name: WorkerName): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? `./${name}.worker.ts` : `./workers/${name}.worker.js`, import.meta.url);
}
