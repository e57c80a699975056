import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../chromium/find-chromium.ts';

/** Chromium without windows, tabs and toolbars. Debian has it as a package of its own. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

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

/** Installs what tests open pages with, once a machine. Throws when no Chromium can be had. */
export function prepareBrowsers(): void {
  requireChromium();
  if (!existsSync(HEADLESS_SHELL)) installByApt('chromium-headless-shell');
}

/**
 * Path of the headless shell, else of all of Chromium: pages are the same in it, and take a third of the processor. Not for tests of the
 * browser around the pages: what it lets out, how it starts and ends, what it does with downloads, windows and dialogs.
 */
export function requireHeadlessShell(): string {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : requireChromium();
}

/** A Chromium as captures start it; it keeps root out of its sandbox. */
export interface TestChromium {
  readonly executablePath: string;
  readonly sandbox: boolean;
}

/** The machine's Chromium. */
export function testChromium(): TestChromium {
  return { executablePath: requireChromium(), sandbox: process.getuid?.() !== 0 };
}

/** The headless shell in its place. */
export function testHeadlessShell(): TestChromium {
  return { ...testChromium(), executablePath: requireHeadlessShell() };
}

/** Quietly does nothing where there is no package manager that may be used unattended. */
function installChromium(): string | undefined {
  process.stderr.write('Installing Chromium for the tests…\n');
  if (!installByApt('chromium') && run('brew', ['--version']))
    run('brew', ['install', '--quiet', '--cask', 'chromium']);
  return findChromium();
}

/** False where the machine has no apt that may be used unattended, or the package cannot be had. */
function installByApt(name: string): boolean {
  if (process.getuid?.() !== 0 || !run('apt-get', ['--version'])) return false;
  run('apt-get', ['update', ...APT]);
  return run('apt-get', ['install', '-y', ...APT, '--no-install-recommends', name]);
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
}
