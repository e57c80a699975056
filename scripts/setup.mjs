/**
 * `node scripts/setup.mjs <command> [arguments]`: installs and builds what is missing, then runs scripts/<command>.ts on the
 * Node 24 that npm has brought along. `build-only` ends after the build. Plain JavaScript without a dependency, because it runs
 * on the machine's own Node, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BIN = join(ROOT, 'node_modules/.bin');
const INSTALL_STAMP = join(ROOT, 'node_modules/.dealbridge-install');
const BUILD_STAMP = join(ROOT, 'node_modules/.dealbridge-build');

/** Folders whose files decide whether a build is due, and the names in them that never do. */
const SOURCES = ['proto', 'services', 'gateway'];
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
  if (readStamp(INSTALL_STAMP) === stamp) return true;
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs;
}

function install() {
  const stamp = `${process.platform}-${process.arch} ${hashFile(join(ROOT, 'package-lock.json'))}`;
  if (isInstalled(stamp)) return;
  process.stdout.write('Installing packages (about a minute)…\n');
  runNpm(['ci', '--loglevel=error', '--no-audit', '--no-fund'], process.env.PATH, 'The packages cannot be installed');
  writeFileSync(INSTALL_STAMP, stamp);
}

/** Runs npm quietly, this same npm when npm has started us. A failure ends the process with what it means, in one sentence. */
function runNpm(args, PATH, failure) {
  const npm = process.env.npm_execpath;
  const command = npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args];
  const result = spawnSync(command[0], command.slice(1), {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PATH },
    maxBuffer: 100_000_000,
  });
  if (result.error) fail(`npm cannot be run (${result.error.message}): it comes with Node from https://nodejs.org.`);
  if (result.status === 0) return;
  const output = `${result.stdout}${result.stderr}`;
  for (const [pattern, explanation] of EXPLANATIONS) {
    if (pattern.test(output)) fail(explanation);
  }
  process.stderr.write(output);
  fail(`${failure}; the reason stands above.`);
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
    else if (/\.(ts|proto|yaml|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts')) yield file;
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

function build() {
  const stamp = fingerprintSources();
  if (hasOutputs() && readStamp(BUILD_STAMP) === stamp) return;
  process.stdout.write('Building…\n');
  runNpm(['run', '-s', 'build'], PATH_WITH_BIN, 'The build failed');
  writeFileSync(BUILD_STAMP, stamp);
}

/** Runs the command, passes signals on to it and ends as it ends. It also stops when this process is killed outright. */
function handOver(runtime, command, args) {
  const script = join(ROOT, `scripts/${command}.ts`);
  if (!existsSync(script)) fail(`There is no command "${command}".`);
  const guard = join(ROOT, 'scripts/stack/stop-with-parent.ts');
  const child = spawn(runtime, ['--import', guard, script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: PATH_WITH_BIN },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm cannot tell when it is killed outright, but then we have another parent.
  const npm = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === npm || child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => fail(`Node cannot be started (${error.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

const [command = 'start', ...args] = process.argv.slice(2);
checkNode();
install();
const runtime = findRuntime();
build();
if (command !== 'build-only') handOver(runtime, command, args);
