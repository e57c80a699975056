/** Makes a copy of the sources to build in, using links for files that are only read, because creating files is slow. */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { listCompiled, listOutputs, ROOT, SOURCES } from './outputs.mjs';

const OTHER_SOURCES = ['package.json', '.npmrc', 'tsconfig.json', 'tsconfig.base.json'];

/** Earlier output that the compiler reads for incremental builds. It also overwrites these files, so they cannot be links. */
const READ_AGAIN = /\.(d\.ts|tsbuildinfo)$/;

/** Milliseconds after which no process is assumed to run from the chunks of an earlier build. */
const CHUNKS_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Copies the sources and the compiler's incremental state, and links the packages. */
export function copySources(copy) {
  const outputs = new Set(listOutputs());
  const compiled = new Set(listCompiled());
  const copyFolder = (folder) => {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.name === 'node_modules') linkPackages(join(ROOT, path), join(copy, path));
      else if (compiled.has(path)) copyReadAgain(join(ROOT, path), join(copy, path));
      else if (entry.isDirectory() && !outputs.has(path)) copyFolder(path);
      else if (entry.isFile() && !entry.name.endsWith('.test.ts')) link(join(ROOT, path), join(copy, path));
    }
  };
  for (const folder of SOURCES) copyFolder(folder);
  for (const file of OTHER_SOURCES.filter((name) => existsSync(join(ROOT, name))))
    link(join(ROOT, file), join(copy, file));
  linkPackages(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** Copies unchanged files from an earlier output. */
export function keepUnchanged(earlier, output) {
  if (!existsSync(earlier)) return;
  walk(earlier, output, (file, copy) => existsSync(copy) || link(file, copy));
}

/** Keeps chunks of earlier builds, which running processes may still load, for a week. */
export function keepChunks(earlier, output) {
  if (!existsSync(earlier)) return;
  walk(earlier, output, (file, copy) => {
    if (!existsSync(copy) && Date.now() - statSync(file).mtimeMs < CHUNKS_KEPT_MS) link(file, copy);
  });
}

function copyReadAgain(output, copy) {
  walk(output, copy, (file, target) => READ_AGAIN.test(file) && copyWithTimes(file, target));
}

function walk(folder, copy, onFile) {
  mkdirSync(copy, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [path, target] = [join(folder, entry.name), join(copy, entry.name)];
    if (entry.isDirectory()) walk(path, target, onFile);
    else onFile(path, target);
  }
}

/** Links the packages. Links to workspaces are relative, so that they point into the copy. */
function linkPackages(folder, copy) {
  mkdirSync(copy, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [path, target] = [join(folder, entry.name), join(copy, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(path), target);
    else if (entry.name.startsWith('@')) linkPackages(path, target);
    else symlinkSync(path, target);
  }
}

/** Hard-links a file if the file system supports it. */
function link(file, copy) {
  try {
    linkSync(file, copy);
  } catch (error) {
    if (!['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK'].includes(error.code)) throw error;
    copyWithTimes(file, copy);
  }
}

function copyWithTimes(file, copy) {
  const { atime, mtime } = statSync(file);
  copyFileSync(file, copy);
  utimesSync(copy, atime, mtime);
}
