import { fileURLToPath } from 'node:url';
import { PROCESSES, type ProcessName } from './processes.js';

/** Folder of the migrations that a process needs, next to its code; a worker needs those of its service. */
export function migrationsOf(name: ProcessName): string {
  return fileURLToPath(new URL(`../../${PROCESSES[name].folder}/migrations`, import.meta.url));
}
