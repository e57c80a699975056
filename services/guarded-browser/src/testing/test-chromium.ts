import { spawnSync } from 'node:child_process';
import { findChromium } from '../chromium/find-chromium.ts';

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

/** The machine's Chromium; it keeps root out of its sandbox. */
export function testChromium(): { executablePath: string; sandbox: boolean } {
  return { executablePath: requireChromium(), sandbox: process.getuid?.() !== 0 };
}

/** Quietly does nothing where there is no package manager that may be used unattended. */
function installChromium(): string | undefined {
  process.stderr.write('Installing Chromium for the tests…\n');
  if (!installByApt('chromium') && run('brew', ['--version']))
    run('brew', ['install', '--quiet', '--cask', 'chromium']);
  return findChromium();
}

/** False where the machine has no apt that may be used unattended, or the package cannot be had. */
export function installByApt(name: string): boolean {
  if (process.getuid?.() !== 0 || !run('apt-get', ['--version'])) return false;
  run('apt-get', ['update', ...APT]);
  return run('apt-get', ['install', '-y', ...APT, '--no-install-recommends', name]);
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
}
