/**
 * `node scripts/setup.mjs <command> [arguments]`: installs and builds what is missing, then runs scripts/commands/<command>.ts on the
 * Node 24 that npm has brought along. `build-only` ends after the build. Plain JavaScript without a dependency, because it runs
 * on the machine's own Node, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BIN = join(ROOT, 'node_modules/.bin');
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');
const INSTALL_STAMP = join(ROOT, 'node_modules/.dealbridge-install');
const BUILD_STAMP = join(ROOT, 'node_modules/.dealbridge-build');

/** Folders whose files decide whether a build is due, and the names in them that never do. */
const SOURCES = ['proto', 'services', 'topology', 'gateway', 'scripts'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'gen', 'migrations']);

/** What npm prints when something outside this repository is wrong, and the sentence that the reader gets instead. */
const EXPLANATIONS = [
  [/ENOSPC|no space left/i, 'The disk is full: free about 1 GB and run the command again.'],
  [
    /code (ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT)/,
    'The npm registry cannot be reached: check the network (or `npm config get registry`) and run the command again.',
  ],
  [
    /code (EACCES|EPERM|EROFS)/,
    `The folder ${ROOT} cannot be written to: give yourself the right to and run the command again.`,
  ],
];

/** What `--help` prints; every command has a line. */
const USAGE = {
  start: 'npm start [-- --demo]: runs everything on this machine; --demo adds an account with sample data.',
  dev: 'npm run dev [-- --demo]: the same, with the app on port 5173 as its sources change.',
  migrate:
    'npm run migrate [-- --bootstrap]: brings the databases up to date; --bootstrap creates roles and schemas first, as the administrator of DATABASE_URL.',
  'claim-database':
    'npm run claim-database: makes the database of DATABASE_URL, else the one in the data folder, belong to this data folder. Roles get new passwords, and everybody has to sign in again.',
  'password-link': 'npm run password-link -- <email>: prints a link with which the user sets a new password.',
  'cluster-secrets':
    'npm run -s cluster-secrets [-- --namespace <name> --database <url> …]: prints the Secrets of a new installation in a cluster as YAML.',
  backup:
    'npm run backup [-- <folder>]: copies everything that is kept into a new folder below it; below backups without one.',
  restore: 'npm run restore -- <backup>: makes an installation out of such a folder, in an empty data folder.',
  test: 'npm test [-- <part of a path> …]: runs all tests, or those of the files whose paths contain one of the parts.',
  images:
    'npm run images [-- --push <registry>] [--sbom]: builds the images with docker, podman or buildah; --push sends them to a registry, --sbom lists what they are made of.',
  'compose-secrets':
    'npm run compose-secrets [-- <e-mail address>]: writes .env with the secrets of compose.yaml, once; the address is that of the first administrator.',
  'test-image': 'npm run test:image: builds the images and runs every process out of them, as the chart would.',
  check: 'npm run check: runs every check of the sources.',
  pictures: 'npm run pictures: takes the pictures of the README anew, into docs/pictures.',
  bench: 'npm run bench [-- <part> …]: measures everything, or the parts that are named.',
};

const [command = 'start', ...args] = process.argv.slice(2);
/** What a command prints may be for a program: then what this one does is told beside it. */
const progress = command === 'cluster-secrets' ? process.stderr : process.stdout;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Milliseconds that npm has to stop when it is told to, and seconds between two signs of life of an installation. */
const NPM_GRACE_MS = 2_000;
const PROGRESS_SECONDS = 15;

/** Whoever has cut the command off from its terminal (nohup) means it to outlive that; Node itself forgets that the signal was ignored. */
const HAS_TERMINAL = [0, 1, 2].some((descriptor) => isatty(descriptor));

const PATH_WITH_BIN = `${BIN}${delimiter}${process.env.PATH ?? ''}`;
const [nodeMajor = 0, nodeMinor = 0] = process.versions.node.split('.').map(Number);

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function checkNode() {
  if (nodeMajor < 20 || (nodeMajor === 20 && nodeMinor < 19)) {
    fail(
      `Dealbridge needs Node 20.19 or later and this is Node ${process.versions.node}: install a current one from https://nodejs.org.`,
    );
  }
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (nodeMajor < 24 && !(`node-${process.platform}-${process.arch}` in optionalDependencies)) failWithoutRuntime();
}

function failWithoutRuntime() {
  fail(
    `Dealbridge runs on Node 24, which npm cannot bring along for this machine (${process.platform} ${process.arch}), ` +
      `and this is Node ${process.versions.node}: install Node 24 or later from https://nodejs.org and run the command again.`,
  );
}

function hashFile(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** An install by hand counts too: npm then leaves a lockfile of its own that is newer than ours. */
function isInstalled(stamp) {
  const isCurrent =
    readStamp(INSTALL_STAMP) === stamp ||
    (existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs);
  return isCurrent && isWhole();
}

/** Every package that npm has noted down is where it was. */
function isWhole() {
  if (!existsSync(INSTALLED)) return true;
  const { packages } = JSON.parse(readFileSync(INSTALLED, 'utf8'));
  return Object.keys(packages).every((folder) => existsSync(join(ROOT, folder, 'package.json')));
}

async function install() {
  const stamp = `${process.platform}-${process.arch} ${hashFile(join(ROOT, 'package-lock.json'))}`;
  if (isInstalled(stamp)) return;
  // One that is interrupted leaves neither of these, so the next start begins anew.
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

/**
 * Runs npm quietly, this same npm when npm has started us. A failure ends the process with what it means, in one sentence; a signal
 * ends npm with all that it has started, and then the process.
 */
async function runNpm(args, PATH, failure) {
  const npm = process.env.npm_execpath;
  const [command, ...rest] = npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args];
  // A group of its own can be stopped as a whole, and Ctrl-C in a terminal reaches it only through us.
  const child = spawn(command, rest, { cwd: ROOT, detached: true, env: { ...process.env, PATH }, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-1_000_000)));
  }
  const stopped = stopOnSignals(child);
  const { error, status } = await new Promise((resolve) => {
    child.once('error', (reason) => resolve({ error: reason }));
    child.once('close', (code) => resolve({ status: code }));
  });
  const signal = stopped();
  if (signal) process.exit(128 + constants.signals[signal]);
  if (error) fail(`npm cannot be run (${error.message}): it comes with Node from https://nodejs.org.`);
  if (status === 0) return;
  for (const [pattern, explanation] of EXPLANATIONS) {
    if (pattern.test(output)) fail(explanation);
  }
  process.stderr.write(output);
  fail(`${failure}; the reason stands above.`);
}

/** Passes signals on to the whole group of a child until the function that is answered is called; that tells which one came. */
function stopOnSignals(child) {
  let received;
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has ended by itself.
    }
  };
  const onSignal = (signal) => {
    if (received) return;
    if (signal === 'SIGHUP' && !HAS_TERMINAL) return stopWatching();
    received = signal;
    process.stderr.write('Stopping…\n');
    kill('SIGTERM');
    setTimeout(() => kill('SIGKILL'), NPM_GRACE_MS).unref();
  };
  const stopWatching = watchParent(() => onSignal('SIGTERM'));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    stopWatching();
    for (const signal of SIGNALS) process.off(signal, onSignal);
    return received;
  };
}

/** npm cannot tell when it is killed outright, but then we have another parent. Answers what ends the watch. */
function watchParent(onGone) {
  const npm = process.ppid;
  const watching = setInterval(() => process.ppid === npm || onGone(), 500);
  watching.unref();
  if (!process.env.npm_lifecycle_event) clearInterval(watching);
  return () => clearInterval(watching);
}

/** The Node that runs everything: the one that npm has installed, else the one running now when it is new enough. */
function findRuntime() {
  const bundled = join(BIN, 'node');
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled;
  if (nodeMajor >= 24) return process.execPath;
  return failWithoutRuntime();
}

function* listSources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCES.has(entry.name)) continue;
    const file = join(folder, entry.name);
    if (entry.isDirectory()) yield* listSources(file);
    else if (/\.(tsx?|proto|yaml|json|css|html|svg)$/.test(entry.name) && !entry.name.endsWith('.test.ts')) yield file;
  }
}

/** Changes whenever a source is added, removed or written to; reading names, sizes and times takes milliseconds. */
function fingerprintSources() {
  const hash = createHash('sha256').update(hashFile(join(ROOT, 'package-lock.json')));
  const files = SOURCES.flatMap((folder) => [...listSources(join(ROOT, folder))]);
  for (const file of [...files, join(ROOT, 'tsconfig.base.json'), join(ROOT, 'tsconfig.json')]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** False when a project has lost its output; its build record then goes too, or the compiler would call it up to date. */
function hasOutputs() {
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  const lost = references.filter((project) => !existsSync(join(ROOT, project.path, 'dist')));
  for (const project of lost) rmSync(join(ROOT, project.path, 'tsconfig.tsbuildinfo'), { force: true });
  return lost.length === 0;
}

async function build() {
  const stamp = fingerprintSources();
  if (hasOutputs() && readStamp(BUILD_STAMP) === stamp) return;
  progress.write('Building…\n');
  await runNpm(['run', '-s', 'build'], PATH_WITH_BIN, 'The build failed');
  writeFileSync(BUILD_STAMP, stamp);
}

/** Runs the command, passes signals on to it and ends as it ends. It also stops when this process is killed outright. */
function handOver(runtime, command, args) {
  const script = join(ROOT, `scripts/commands/${command}.ts`);
  if (!existsSync(script)) fail(`There is no command "${command}".`);
  const guard = join(ROOT, 'scripts/stack/stop-with-parent.mjs');
  const child = spawn(runtime, ['--import', guard, script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: PATH_WITH_BIN },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const stopWatching = watchParent(() => child.kill('SIGTERM'));
  process.on('SIGHUP', () => {
    // A terminal that was closed has taken npm along, which is no reason to stop for a command that is to outlive it.
    if (HAS_TERMINAL) child.kill('SIGHUP');
    else stopWatching();
  });
  child.on('error', (error) => fail(`Node cannot be started (${error.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

// The terminal may be gone before we are.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`${USAGE[command] ?? `There is no command "${command}".`}\n`);
  process.exit(command in USAGE ? 0 : 1);
}
checkNode();
await install();
const runtime = findRuntime();
await build();
if (command !== 'build-only') handOver(runtime, command, args);
