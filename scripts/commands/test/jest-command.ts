import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../stack/paths.ts';

const fileUrl = (path: string): string => pathToFileURL(join(ROOT, path)).href;

/** Node's arguments for tests and benchmarks. */
export const FROM_SOURCES: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  // Resolves workspace packages to their sources instead of their builds.
  '--conditions=@svc/source',
  // Stops the runner's worker processes when the runner is killed; by default they outlive it.
  `--import=${fileUrl('scripts/stack/stop-with-parent.mjs')}`,
  `--import=${fileUrl('test/runner/sources.mjs')}`,
];

/** Node's arguments to run Jest; its worker processes inherit those before Jest's own path. */
export const JEST_COMMAND = [...FROM_SOURCES, createRequire(import.meta.url).resolve('jest/bin/jest')];
