/** Installs the packages of the lockfile if they are missing. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { hashFile, readJson, ROOT } from './outputs.mjs';

const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');
const INSTALL_STAMP = join(ROOT, 'node_modules/.dealbridge-install');

/** Seconds between progress messages of an installation. */
const PROGRESS_SECONDS = 15;

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Whether packages are installed; a manual install counts too: npm then writes its own lockfile, newer than ours. */
function isInstalled(stamp) {
  const isCurrent =
    readStamp(INSTALL_STAMP) === stamp ||
    (existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs);
  return isCurrent && isWhole();
}

/** Whether every package in npm's lockfile is present. */
function isWhole() {
  if (!existsSync(INSTALLED)) return true;
  const { packages } = readJson(INSTALLED);
  return Object.keys(packages).every((folder) => existsSync(join(ROOT, folder, 'package.json')));
}

/** Whether packages are complete, even if the lockfile is newer. */
export function hasPackages() {
  return [INSTALL_STAMP, INSTALLED].some((file) => existsSync(file)) && isWhole();
}

/** Installs the packages if the lockfile changed or one is missing; one command at a time. Writes progress to the stream. */
export async function install(progress) {
  const stamp = `${process.platform}-${process.arch} ${hashFile(join(ROOT, 'package-lock.json'))}`;
  if (isInstalled(stamp)) return;
  const lock = await takeLock('lock-install', () => progress.write('Another command installs the packages…\n'));
  if (!isInstalled(stamp)) await installNow(stamp, progress);
  lock.close();
}

async function installNow(stamp, progress) {
  // Removed first, so that the next start installs again after an interrupted install.
  for (const file of [INSTALL_STAMP, INSTALLED]) rmSync(file, { force: true });
  progress.write('Installing packages (about a minute)…\n');
  const startedAt = Date.now();
  const sayProgress = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const hint = seconds >= 60 ? '; if the network is slow or absent this takes long' : '';
    progress.write(`Still installing after ${seconds} s${hint}…\n`);
  };
  const saying = setInterval(sayProgress, PROGRESS_SECONDS * 1_000);
  await runNpm(
    ['ci', '--loglevel=error', '--no-audit', '--no-fund'],
    process.env.PATH,
    'The packages cannot be installed',
  );
  clearInterval(saying);
  writeFileSync(INSTALL_STAMP, stamp);
}
