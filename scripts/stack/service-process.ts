import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessName } from '@svc/topology/processes';
import { openLogFile } from './log-file.ts';
import { folderOf, mainOf, ROOT } from './paths.ts';
import { supervise, type Supervised, type SupervisedOptions } from './supervisor.ts';

/** Where Node keeps what it has compiled, so that the next start need not compile it again. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');

/** As in the image: memory of large bodies goes back to the machine when they are done (glibc manual, 3.2.3.9). */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

/**
 * On a machine with much memory each heap would keep 128 MB for what is young, where a pod has a few. Memory can be asked for back.
 */
const HEAP = ['--max-semi-space-size=8', '--expose-gc'];

export interface ServiceProcessOptions extends Pick<SupervisedOptions, 'isBack'> {
  readonly name: ProcessName;
  /** Repository of the version that runs; this one when unset. */
  readonly root?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether stack traces name lines of the sources, which costs a quarter of the start; true when unset. */
  readonly sourceMaps?: boolean;
  readonly logFile: string;
  readonly say: (line: string) => void;
}

/** One process of the product under supervision, not started yet. Its output is appended to its log. */
export function createServiceProcess(options: ServiceProcessOptions): Supervised {
  const { name, root, environment, sourceMaps = true, logFile, say, isBack } = options;
  const cwd = folderOf(name, root);
  const main = mainOf(name, root);
  if (!existsSync(main)) throw new Error(`${main} is missing: run npm run build.`);
  const guard = join(ROOT, 'scripts/stack/stop-with-parent.mjs');
  const maps = sourceMaps ? ['--enable-source-maps'] : [];
  const args = [...HEAP, ...maps, '--import', guard, '--import', '@svc/chassis/telemetry', main];
  return supervise({
    name,
    log: openLogFile(logFile),
    say,
    stopSignal: 'SIGTERM',
    ...(isBack ? { isBack } : {}),
    // A group of its own: Ctrl-C in a terminal then reaches only the process that stops all others in order.
    launch: () =>
      Promise.resolve(
        spawn(process.execPath, args, {
          cwd,
          env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...MEMORY, ...environment },
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
  });
}
