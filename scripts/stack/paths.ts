import { join } from 'node:path';
import { PROCESSES, type ProcessName } from '@svc/topology/processes';

/** Folder of the whole repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** Workspace folder of a process; `root` is the repository of another version. */
export function folderOf(name: ProcessName, root = ROOT): string {
  return join(root, PROCESSES[name].folder);
}
