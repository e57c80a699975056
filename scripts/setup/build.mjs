/**
 * `npm run build`: builds a copy of the sources in a separate folder, then moves each finished output into place. A running product
 * never sees half a build, and a failed or killed build changes nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copySources, keepChunks, keepUnchanged } from './copy.mjs';
import { BUILDS, takeLock } from './lock.mjs';
import { BUNDLES, fingerprintSources, isBuiltFrom, listCompiled, listOutputs, ROOT, stampOutput } from './outputs.mjs';

/** Prefix of lock names; see lock.mjs. */
const LOCK = 'lock';

/** Removes leftovers of killed builds; no other build runs at this point. */
function removeLeftovers() {
  for (const name of readdirSync(BUILDS)) {
    if (!name.startsWith(LOCK)) rmSync(join(BUILDS, name), { recursive: true });
  }
}

function runScript(name, cwd) {
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const { status, error } = spawnSync(command, [...args, 'run', '-s', name], { cwd, stdio: 'inherit' });
  if (error) throw error;
  return status === 0;
}

/** Replaces an output. Node cannot swap two folders, so for some microseconds there is none. */
function putInPlace(output, place, aside) {
  for (const folder of [place, aside]) mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(place, aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  renameSync(output, place);
}

function build(sources) {
  const copy = join(BUILDS, 'copy');
  copySources(copy);
  if (!runScript('compile', copy)) return false;
  for (const folder of listCompiled()) keepUnchanged(join(ROOT, folder), join(copy, folder));
  if (!runScript('bundle', copy)) return false;
  keepChunks(join(ROOT, BUNDLES), join(copy, BUNDLES));
  // Ignore signals: stopping now would mix outputs of two builds, and the rest takes milliseconds.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  for (const folder of listOutputs()) {
    stampOutput(join(copy, folder), sources);
    putInPlace(join(copy, folder), join(ROOT, folder), join(BUILDS, 'earlier', folder));
  }
  return true;
}

const lock = await takeLock(LOCK);
const sources = fingerprintSources();
if (!isBuiltFrom(sources)) {
  removeLeftovers();
  process.exitCode = build(sources) ? 0 : 1;
  removeLeftovers();
}
lock.close();
