/**
 * `npm run judges`: the whole product before judges that others wrote, namely the conformance suite and client of MCP, four OpenAPI
 * validators, the SDK of A2A and two OAuth clients. They are installed when first needed, outside the lockfile. Fails when one of them finds a fault.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../stack/paths.ts';
import { FROM_SOURCES } from './test/jest-command.ts';

const main = join(ROOT, 'test/judges/main.ts');
const child = spawn(process.execPath, [...FROM_SOURCES, main], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
