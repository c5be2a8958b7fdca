// Fetches packages that are too large to be dependencies out of the person's npm registry, checked by their hash.
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { capture } from '../processes.mjs';
import { repository } from '../repository.mjs';

/**
 * Writes the package's archive to `archive`, saying how far it is after every tenth or 10 MB, whichever is more. Rejects when the registry
 * cannot be reached or what it gives has not this `integrity`. `settings` are pacote's options.
 */
export async function downloadPackage({ name, integrity, sizeMegabytes }, archive, settings) {
  const { default: pacote } = await import('pacote');
  const report = progress(sizeMegabytes);
  const save = async (stream) => {
    stream.on('data', (piece) => report(piece.length));
    await pipeline(stream, createWriteStream(archive));
  };
  await pacote.tarball.stream(name, save, { ...settings, integrity });
}

/** Unpacks such an archive into a folder. */
export async function unpackPackage(archive, folder, integrity) {
  const { default: pacote } = await import('pacote');
  await pacote.extract(`file:${archive}`, folder, { integrity });
}

/** The registry, proxy and certificates that the person's npm uses; pacote alone would not know them. */
export async function registrySettings() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, text } = await capture(npm, ['config', 'list', '--json'], { cwd: repository });
  if (code !== 0) return {};
  const settings = JSON.parse(text);
  const options = {
    registry: settings.registry,
    cache: settings.cache && `${settings.cache}/_cacache`,
    httpsProxy: settings['https-proxy'],
    proxy: settings.proxy,
    noProxy: settings.noproxy,
    // A machine without network shall hear of it at once; npm itself would try for a minute.
    fetchRetries: 1,
    fetchRetryMintimeout: 500,
    strictSSL: settings['strict-ssl'],
    ca: settings.cafile ? await readFile(settings.cafile, 'utf8') : settings.ca,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
}

function progress(totalMegabytes) {
  const stepMegabytes = Math.max(10, Math.round(totalMegabytes / 100) * 10);
  let bytes = 0;
  let said = 1;
  return (more) => {
    bytes += more;
    for (; bytes >= said * stepMegabytes * 1_000_000; said += 1) console.log(`  ${said * stepMegabytes} of ${totalMegabytes} MB`);
  };
}
