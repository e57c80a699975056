/** `npm run dev [-- --demo]`: runs `npm start`, and the app on port 5173 with live reload. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../stack/paths.ts';

const children: ChildProcess[] = [
  spawn(process.execPath, [join(ROOT, 'scripts/commands/start.ts'), ...process.argv.slice(2)], { stdio: 'inherit' }),
  spawn(join(ROOT, 'node_modules/.bin/vite'), [], { cwd: join(ROOT, 'gateway/web'), stdio: 'inherit' }),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
for (const child of children) {
  // Neither process is useful without the other.
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stop('SIGTERM');
  });
}

function stop(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal);
}
