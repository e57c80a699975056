import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../chromium/find-chromium.ts';

/** Chromium without windows, tabs and toolbars; a separate package on Debian. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** Makes test files that run concurrently wait for each other's installation. */
const APT = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];

/**
 * Path of a Chromium: CHROMIUM_PATH, else an installed one, else a newly installed one. Throws when there is none, so that tests that need it fail
 * with the reason.
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
 * Path of the headless shell, else of the full Chromium. Pages behave the same in it and take a third of the CPU, but it is unsuitable for tests of
 * the browser itself: traffic, start and shutdown, downloads, windows and dialogs.
 */
export function requireHeadlessShell(): string {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : requireChromium();
}

/** A Chromium as captures start it; Chromium's sandbox does not work as root. */
export interface TestChromium {
  readonly executablePath: string;
  readonly sandbox: boolean;
}

/** The full Chromium. */
export function testChromium(): TestChromium {
  return { executablePath: requireChromium(), sandbox: process.getuid?.() !== 0 };
}

/** The headless shell. */
export function testHeadlessShell(): TestChromium {
  return { ...testChromium(), executablePath: requireHeadlessShell() };
}

/** Installs Chromium; does nothing without a package manager that works unattended. */
function installChromium(): string | undefined {
  process.stderr.write('Installing Chromium for the tests…\n');
  if (!installByApt('chromium') && run('brew', ['--version']))
    run('brew', ['install', '--quiet', '--cask', 'chromium']);
  return findChromium();
}

/** Installs a package; false when apt cannot be used unattended, or the package is unavailable. */
function installByApt(name: string): boolean {
  if (process.getuid?.() !== 0 || !run('apt-get', ['--version'])) return false;
  run('apt-get', ['update', ...APT]);
  return run('apt-get', ['install', '-y', ...APT, '--no-install-recommends', name]);
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
}
