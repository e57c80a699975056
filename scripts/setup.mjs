#!/usr/bin/env node
/**
 * `npx dealbridge <command> [arguments]`, and the npm scripts: installs and builds what is missing, then runs scripts/commands/<command>.ts on the
 * Node 24 that npm installed. `build-only` stops after the build. Plain JavaScript without dependencies, because it runs on the
 * machine's Node before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { hasPackages, install } from './setup/install.mjs';
import { fail, HAS_TERMINAL, runNpm, watchParent } from './setup/npm.mjs';
import { fingerprintSources, isBuilt, isBuiltFrom, readJson, ROOT } from './setup/outputs.mjs';
import { USAGE } from './setup/usage.mjs';

/**
 * Commands for a running installation, perhaps from cron. They neither install nor build, because that would change files of running processes. They
 * use the existing build even if the sources are newer, just like those processes.
 */
const OPERATING = new Set([
  'backup',
  'claim-database',
  'claim-objects',
  'cluster-secrets',
  'compose-secrets',
  'migrate',
  'password-link',
  'restore',
]);

const HELP = ['--help', '-h'];

/** Commands whose output is data: messages go to stderr. */
const PRINTING = new Set(['viewcheck']);

const BIN = join(ROOT, 'node_modules/.bin');
const PATH_WITH_BIN = `${BIN}${delimiter}${process.env.PATH ?? ''}`;

const [command = 'start', ...args] = process.argv.slice(2);
const progress = PRINTING.has(command) ? process.stderr : process.stdout;
const [nodeMajor = 0, nodeMinor = 0] = process.versions.node.split('.').map(Number);

function checkNode() {
  if (nodeMajor < 20 || (nodeMajor === 20 && nodeMinor < 19)) {
    fail(
      `Dealbridge needs Node 20.19 or later, but this is Node ${process.versions.node}: install a current version from https://nodejs.org.`,
    );
  }
  const { optionalDependencies } = readJson(join(ROOT, 'package.json'));
  if (nodeMajor < 24 && !(`node-${process.platform}-${process.arch}` in optionalDependencies)) failWithoutRuntime();
}

function failWithoutRuntime() {
  fail(
    `Dealbridge runs on Node 24, which npm cannot install on this machine (${process.platform} ${process.arch}), ` +
      `but this is Node ${process.versions.node}: install Node 24 or later from https://nodejs.org and run the command again.`,
  );
}

/** Exits if packages or the build are missing for a command that must not create them. */
function checkSetUp() {
  const say = (state, remedy) => fail(`Dealbridge is not ${state} yet: run \`${remedy}\`, then this command again.`);
  if (!hasPackages()) say('installed', 'npm ci && npm run build');
  if (!isBuilt()) say('built', 'npm run build');
}

/** The Node to run: the one that npm installed, else the current one if it is new enough. */
function findRuntime() {
  const bundled = join(BIN, 'node');
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled;
  if (nodeMajor >= 24) return process.execPath;
  return failWithoutRuntime();
}

async function build() {
  if (isBuiltFrom(fingerprintSources())) return;
  progress.write('Building…\n');
  await runNpm(['run', '-s', 'build'], PATH_WITH_BIN, 'The build failed');
}

/** Runs the command, forwards signals, and exits with its exit code. The command also stops if this process is killed. */
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
    // Closing the terminal kills npm, which must not stop a command meant to outlive it.
    if (HAS_TERMINAL) child.kill('SIGHUP');
    else stopWatching();
  });
  child.on('error', (error) => fail(`Node cannot be started (${error.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

// The terminal may close before this process exits.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

if (HELP.includes(command)) {
  process.stdout.write(`npx dealbridge <command> [arguments]\n\n${Object.keys(USAGE).join('\n')}\n`);
  process.exit(0);
}
if (args.some((arg) => HELP.includes(arg))) {
  process.stdout.write(`${USAGE[command] ?? `There is no command "${command}".`}\n`);
  process.exit(command in USAGE ? 0 : 1);
}
checkNode();
if (OPERATING.has(command)) checkSetUp();
else await install(progress);
const runtime = findRuntime();
if (!OPERATING.has(command)) await build();
if (command !== 'build-only') handOver(runtime, command, args);
