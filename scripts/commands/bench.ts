/**
 * `npm run bench [-- read bridge copilot redirects lists search import images screenshots sharing bodies sign-ins processes start web]`: prints what
 * the product costs beside what it should cost, mostly as a ratio against a reference that is measured in the same run. It never fails on a
 * number. Without a part it runs all of them. `npm run bench -- compare <commit>` compares processor time with another version.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../stack/paths.ts';
import { FROM_SOURCES } from './test/jest-command.ts';

const main = join(ROOT, 'test/bench/main.ts');
const child = spawn(process.execPath, [...FROM_SOURCES, main, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
