import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessName } from '@svc/topology/processes';
import { openLogFile } from './log-file.ts';
import { folderOf, mainOf, ROOT } from './paths.ts';
import { supervise, type Supervised, type SupervisedOptions } from './supervisor.ts';

/** Node's compile cache, which speeds up the next start. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');

/** As in the image: memory of large bodies is returned to the system when they are freed (glibc manual, 3.2.3.9). */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

/**
 * Limits the young generation, which would take 128 MB on a machine with much memory, compared to a few in a pod; `--expose-gc` allows releasing
 * memory.
 */
const HEAP = ['--max-semi-space-size=8', '--expose-gc'];

export interface ServiceProcessOptions extends Pick<SupervisedOptions, 'isBack'> {
  readonly name: ProcessName;
  /** Repository of the version to run; this one when unset. */
  readonly root?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether stack traces show source lines, which makes the start slower; true when unset. */
  readonly sourceMaps?: boolean;
  readonly logFile: string;
  readonly say: (line: string) => void;
}

/** One supervised process of the product, not started yet. Its output is appended to its log. */
export function createServiceProcess(options: ServiceProcessOptions): Supervised {
  const { name, root, environment, sourceMaps = true, logFile, say, isBack } = options;
  const cwd = folderOf(name, root);
  const main = mainOf(name, root);
  if (!existsSync(main)) throw new Error(`${main} is missing: run npm run build.`);
  const guard = join(ROOT, 'scripts/stack/stop-with-parent.mjs');
  const maps = sourceMaps ? ['--import', '@svc/chassis/logging/source-maps'] : [];
  const args = [...HEAP, ...maps, '--import', guard, '--import', '@svc/chassis/telemetry', main];
  return supervise({
    name,
    log: openLogFile(logFile),
    say,
    stopSignal: 'SIGTERM',
    ...(isBack ? { isBack } : {}),
    // A separate process group: Ctrl-C in a terminal must reach only the process that stops all others in order.
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
