import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../chromium/find-chromium.ts';

/** Chromium without windows, tabs and toolbars. Debian has it as a package of its own. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** Test files that run at once wait for each other's installation. */
const APT = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];

/**
 * Path of the Chromium of CHROMIUM_PATH, else of the machine's, else of a newly installed one. Throws when there is none, so that the tests that need
 * it fail with the reason.
 */
export function requireChromium(): string {
  const path = process.env.CHROMIUM_PATH || findChromium() || installChromium();
  if (!path) throw new Error('Chromium is MISSING: install it or set CHROMIUM_PATH.');
  return path;
}

/** Installs the tests' browser, once per machine. Throws when no Chromium is available. */
export function prepareBrowsers(): void {
  requireChromium();
  if (!existsSync(HEADLESS_SHELL)) installByApt('chromium-headless-shell');
}

/**
 * Path of the headless shell, else of the full Chromium: pages behave the same in it, and take a third of the CPU. Not for tests of the browser
 * itself: its traffic, start and end, downloads, windows and dialogs.
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

/** The headless shell instead of it. */
export function testHeadlessShell(): TestChromium {
  return { ...testChromium(), executablePath: requireHeadlessShell() };
}

/** Does nothing without a package manager for unattended use. */
function installChromium(): string | undefined {
  process.stderr.write('Installing Chromium for the tests…\n');
  if (!installByApt('chromium') && run('brew', ['--version']))
    run('brew', ['install', '--quiet', '--cask', 'chromium']);
  return findChromium();
}

/** False when apt cannot be used unattended, or the package is unavailable. */
function installByApt(name: string): boolean {
  if (process.getuid?.() !== 0 || !run('apt-get', ['--version'])) return false;
  run('apt-get', ['update', ...APT]);
  return run('apt-get', ['install', '-y', ...APT, '--no-install-recommends', name]);
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
}
