import { spawnSync } from 'node:child_process';
import { findChromium } from '../find-chromium.ts';

/** Test files that run at once wait for each other's installation. */
const APT = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];

/**
 * Path of the Chromium of CHROMIUM_PATH, else of the machine's, else of one installed by the means of the platform. Throws when there is
 * none, so that the tests that need it fail and say so.
 */
export function requireChromium(): string {
  const path = process.env.CHROMIUM_PATH || findChromium() || installChromium();
  if (!path) throw new Error('Chromium is MISSING: install it or set CHROMIUM_PATH.');
  return path;
}

/** Quietly does nothing where there is no package manager that may be used unattended. */
function installChromium(): string | undefined {
  process.stderr.write('Installing Chromium for the tests…\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (command: string, args: string[]): boolean => spawnSync(command, args, { env: environment }).status === 0;
  if (process.getuid?.() === 0 && run('apt-get', ['--version'])) {
    run('apt-get', ['update', ...APT]);
    run('apt-get', ['install', '-y', ...APT, '--no-install-recommends', 'chromium']);
  } else if (run('brew', ['--version'])) {
    run('brew', ['install', '--quiet', '--cask', 'chromium']);
  }
  return findChromium();
}
