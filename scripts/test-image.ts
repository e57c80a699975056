/**
 * `npm run test:image [-- <part of a path> …]`: builds the images and runs every process out of them with podman, as the rendered chart says.
 * Where there is no podman it says so and ends with 0, because nothing was found wrong.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildOf, findBases, IMAGES, LOCAL, readVersion, type Target } from './images/build-images.ts';
import { engineEnvironment, findPodman } from './images/engine.ts';
import { describeFailure } from './stack/failure.ts';
import { ROOT } from './stack/paths.ts';

const engine = findPodman();
if (!engine) {
  console.log(
    '\n*** The tests of the images were NOT RUN: there is no podman here (Debian: apt-get install podman runc). ***\n',
  );
  console.log('0 passed, 0 failed');
  process.exit(0);
}

let names: Readonly<Record<Target, string>>;
try {
  const settings = { version: readVersion(), bases: findBases(engine, true, console.log) };
  const build = (target: Target): string => {
    const name = `${LOCAL}/${IMAGES[target]}:tests`;
    const startedAt = performance.now();
    engine.build(buildOf(target, [name], settings));
    console.log(`${name} built in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    return name;
  };
  names = { app: build('app'), browser: build('browser') };
} catch (error) {
  console.error(describeFailure(error));
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}

const args = ['--config', join(ROOT, 'jest.image.config.js'), '--maxWorkers=1', ...process.argv.slice(2)];
const tests = spawn(process.execPath, [join(ROOT, 'scripts/test.ts'), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...engineEnvironment(), TEST_IMAGE_APP: names.app, TEST_IMAGE_BROWSER: names.browser },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => process.exit(code ?? 1));
