/**
 * `npm run test:model`: tests the whole product with a small real language model. If the model cannot be installed, it prints the reason and exits
 * with 0.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installRealModel } from '../offline-model/install-real-model.ts';
import { describeFailure } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';

try {
  await installRealModel();
} catch (error) {
  console.log(`\n*** The tests with a real model were NOT RUN. ${describeFailure(error)} ***\n`);
  console.log('0 passed, 0 failed');
  process.exit(0);
}

const args = ['--suite', 'model', '--maxWorkers=1', ...process.argv.slice(2)];
const tests = spawn(process.execPath, [join(ROOT, 'scripts/commands/test.ts'), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => process.exit(code ?? 1));
