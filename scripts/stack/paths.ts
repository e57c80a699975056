import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES, type ProcessName } from '@svc/topology/processes';

/** Folder of the whole repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** Workspace folder of a process; `root` is the repository of another version. */
export function folderOf(name: ProcessName, root = ROOT): string {
  return join(root, PROCESSES[name].folder);
}

/** The file that Node runs: the bundle of a process, or its compiled main module in a version without bundles. */
export function mainOf(name: ProcessName, root = ROOT): string {
  const bundle = join(root, 'dist', `${name}.js`);
  return existsSync(bundle) ? bundle : join(folderOf(name, root), `dist/${PROCESSES[name].main}.js`);
}
