/**
 * `npm run judges`: runs third-party suites against the product: MCP's conformance suite and client, four OpenAPI validators, the A2A SDK and
 * two OAuth clients. Installs them on first use, outside the lockfile. Fails if any of them finds a fault.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../stack/paths.ts';
import { FROM_SOURCES } from './test/jest-command.ts';

const main = join(ROOT, 'test/judges/main.ts');
const child = spawn(process.execPath, [...FROM_SOURCES, main], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
