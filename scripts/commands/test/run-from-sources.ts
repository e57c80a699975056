import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../stack/paths.ts';
import { FROM_SOURCES } from './jest-command.ts';

/** Runs a script of the repository with packages resolved to their sources, forwards signals to it, and exits with its exit code. */
export function runFromSources(script: string): void {
  const child = spawn(process.execPath, [...FROM_SOURCES, join(ROOT, script), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
