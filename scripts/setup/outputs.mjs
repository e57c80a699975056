/** What a build makes, and whether it is there and made from the sources as they are now. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Folders that a build reads. */
export const SOURCES = ['proto', 'services', 'topology', 'gateway', 'scripts'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'gen', 'migrations']);

/** Where the bundles of the processes are. */
export const BUNDLES = 'dist';

/** Outputs that no compiler setting names: generated code, the app, and the processes. */
const OTHER_OUTPUTS = ['proto/gen', 'gateway/web/dist/app', BUNDLES];

/** A file in each output that says which sources it was made from, so that it moves and disappears together with the output. */
const STAMP = '.built-from';

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function hashFile(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Every folder that a build makes, relative to the root. */
export function listOutputs() {
  return [...OTHER_OUTPUTS, ...listCompiled()];
}

/** Folders into which the compiler writes. */
export function listCompiled() {
  const { references } = readJson(join(ROOT, 'tsconfig.json'));
  return references.map(({ path }) => relative(ROOT, outDirOf(join(ROOT, path, 'tsconfig.json'))));
}

/** Settings that a configuration does not have come from the one that it extends; paths are relative to the file that has them. */
function outDirOf(file) {
  const { extends: base, compilerOptions: { outDir } = {} } = readJson(file);
  return outDir === undefined ? outDirOf(join(dirname(file), base)) : join(dirname(file), outDir);
}

/** Every output is there, made from any sources. */
export function isBuilt() {
  return listOutputs().every((folder) => existsSync(join(ROOT, folder, STAMP)));
}

/** Every output was made from these sources. */
export function isBuiltFrom(sources) {
  return listOutputs().every((folder) => {
    const stamp = join(ROOT, folder, STAMP);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
  });
}

/** Notes in an output which sources it was made from. */
export function stampOutput(folder, sources) {
  writeFileSync(join(folder, STAMP), sources);
}

/** Changes whenever a source is added, removed or written to; reading names, sizes and times takes milliseconds. */
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
