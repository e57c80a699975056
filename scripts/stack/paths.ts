import { join } from 'node:path';
import { PROCESSES, type ProcessName } from '@svc/topology/processes';

/** Folder of the whole repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** Workspace folder of a process. */
export function folderOf(name: ProcessName): string {
  return join(ROOT, PROCESSES[name].folder);
}
