/** Outputs of a build, and whether they exist and are current. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Folders that a build reads. */
export const SOURCES = ['proto', 'services', 'topology', 'gateway', 'scripts'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'gen', 'migrations']);

/** Folder of the processes' bundles. */
export const BUNDLES = 'dist';

/** Outputs not named by a compiler setting: generated code, the app, and the processes. */
const OTHER_OUTPUTS = ['proto/gen', 'gateway/web/dist/app', BUNDLES];

/** File in each output with the fingerprint of its sources, so that it moves and disappears with the output. */
const STAMP = '.built-from';

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function hashFile(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** All output folders, relative to the root. */
export function listOutputs() {
  return [...OTHER_OUTPUTS, ...listCompiled()];
}

/** Output folders of the compiler. */
export function listCompiled() {
  const { references } = readJson(join(ROOT, 'tsconfig.json'));
  return references.map(({ path }) => relative(ROOT, outDirOf(join(ROOT, path, 'tsconfig.json'))));
}

/** Reads a configuration with inherited settings; paths are relative to the file that sets them. */
function outDirOf(file) {
  const { extends: base, compilerOptions: { outDir } = {} } = readJson(file);
  return outDir === undefined ? outDirOf(join(dirname(file), base)) : join(dirname(file), outDir);
}

/** Whether every output exists, current or not. */
export function isBuilt() {
  return listOutputs().every((folder) => existsSync(join(ROOT, folder, STAMP)));
}

/** Whether every output was built from these sources. */
export function isBuiltFrom(sources) {
  return listOutputs().every((folder) => {
    const stamp = join(ROOT, folder, STAMP);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
  });
}

/** Records in an output the sources that it was built from. */
export function stampOutput(folder, sources) {
  writeFileSync(join(folder, STAMP), sources);
}

/** Fingerprint of the sources by name, size and time, which takes milliseconds to read. */
export function fingerprintSources() {
  const hash = createHash('sha256').update(hashFile(join(ROOT, 'package-lock.json')));
  const files = SOURCES.flatMap((folder) => [...listSources(join(ROOT, folder))]);
  for (const file of [...files, join(ROOT, 'tsconfig.base.json'), join(ROOT, 'tsconfig.json')]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(ROOT, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function* listSources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCES.has(entry.name)) continue;
    const file = join(folder, entry.name);
    if (entry.isDirectory()) yield* listSources(file);
    else if (/\.(tsx?|proto|yaml|json|css|html|svg)$/.test(entry.name) && !entry.name.endsWith('.test.ts')) yield file;
  }
}
