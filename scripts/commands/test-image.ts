/**
 * `npm run test:image [-- <part of a path> …]`: builds the images and runs every process from them with podman, configured as in the rendered chart.
 * If podman cannot start containers, or no base image is available, it prints the reason and exits with 0.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildOf, findBaseOverrides, IMAGES, LOCAL, readVersion, type Target } from '../build/images/build-images.ts';
import { engineEnvironment, findPodman } from '../build/images/engine.ts';
import type { Bases } from '../build/images/local-bases.ts';
import { describeFailure } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';

/** Podman's exit code for its own failures, as opposed to failures of the command. */
const ENGINE_FAILED = 125;

const engine = findPodman();
if (!engine) endWithoutRun('there is no podman here (Debian: apt-get install podman runc)');

let bases: Partial<Bases>;
try {
  bases = findBaseOverrides(engine, { mayUseLocal: true, say: console.log });
} catch (error) {
  endWithoutRun(describeFailure(error));
}

let names: Readonly<Record<Target, string>>;
try {
  const build = (target: Target): string => {
    const name = `${LOCAL}/${IMAGES[target]}:tests`;
    const startedAt = performance.now();
    engine.build(buildOf(target, [name], { version: readVersion(), bases }));
    console.log(`${name} built in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    return name;
  };
  names = { app: build('app'), browser: build('browser') };
} catch (error) {
  console.error(describeFailure(error));
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}

const trial = ['run', '--rm', '--network=none', '--entrypoint=/usr/local/bin/node', names.app, '--version'];
const { status, stderr } = spawnSync('podman', trial, { env: engineEnvironment(), encoding: 'utf8' });
if (status === ENGINE_FAILED) endWithoutRun(`podman starts no container on this machine: ${stderr.trim()}`);

const args = ['--suite', 'image', '--maxWorkers=1', ...process.argv.slice(2)];
const tests = spawn(process.execPath, [join(ROOT, 'scripts/commands/test.ts'), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...engineEnvironment(), TEST_IMAGE_APP: names.app, TEST_IMAGE_BROWSER: names.browser },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => process.exit(code ?? 1));

/** Prints the reason, and ends the process. */
function endWithoutRun(reason: string): never {
  console.log(`\n*** The tests of the images were NOT RUN: ${reason}. ***\n`);
  console.log('0 passed, 0 failed');
  process.exit(0);
}
