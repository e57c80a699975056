import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, ROOT, type ServiceName, type WorkerName } from './service-list.ts';
import { supervise, type Supervised } from './supervisor.ts';

export interface ServiceProcessOptions {
  readonly name: ServiceName | WorkerName;
  /** Service whose folder it runs in; its own name when unset. */
  readonly service?: ServiceName;
  /** What it runs, from that folder; `dist/main.js` when unset. */
  readonly main?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly say: (line: string) => void;
}

/** One process of the product under supervision, not started yet. Its output is appended to its log. */
export function createServiceProcess(options: ServiceProcessOptions): Supervised {
  const { name, environment, logFile, say, main = 'dist/main.js' } = options;
  const folder = folderOf(options.service ?? (name as ServiceName));
  const cwd = join(ROOT, folder);
  if (!existsSync(join(cwd, main))) throw new Error(`${folder}/${main} is missing: run npm run build.`);
  const guard = join(ROOT, 'scripts/stack/stop-with-parent.ts');
  const args = ['--enable-source-maps', '--import', guard, '--import', '@svc/chassis/telemetry', main];
  return supervise({
    name,
    logFile,
    say,
    stopSignal: 'SIGTERM',
    launch: () => {
      const log = openSync(logFile, 'a', 0o600);
      // A group of its own: Ctrl-C in a terminal then reaches only the process that stops all others in order.
      const child = spawn(process.execPath, args, {
        cwd,
        env: environment,
        detached: true,
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      return Promise.resolve(child);
    },
  });
}
