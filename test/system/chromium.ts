/** A real browser for the pages that people see. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];
const ON_MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Nothing that a browser does of its own accord, such as asking for updates. */
const FLAGS = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts the Chromium of CHROMIUM_PATH, else one of the machine, else one installed by the means of the platform. Throws when
 * there is none, so that the tests that need it fail and say so.
 */
export function startChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || findChromium() || installChromium();
  if (!executablePath) throw new Error('Chromium is MISSING: install it or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page in a profile of its own; `complaints` gets what the browser finds wrong with it: errors, and what its policy forbids. */
export async function openPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  return { page, complaints };
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [...folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command))), ...ON_MAC];
  return candidates.find((path) => existsSync(path));
}

/** Quietly does nothing where there is no package manager that may be used unattended. */
function installChromium(): string | undefined {
  process.stderr.write('Installing Chromium for the tests…\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (command: string, args: string[]): boolean => spawnSync(command, args, { env: environment }).status === 0;
  if (process.getuid?.() === 0 && run('apt-get', ['--version'])) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  } else if (run('brew', ['--version'])) {
    run('brew', ['install', '--quiet', '--cask', 'chromium']);
  }
  return findChromium();
}
