import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { JEST_COMMAND } from '@svc/scripts/commands/test/jest-command';
import { countAll, type JestResult } from '@svc/scripts/commands/test/result';
import { ROOT } from '@svc/scripts/stack/paths';

const PRELUDE = `import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';\n`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'runner-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the test files, given as sources by name, and returns arguments that run only those. */
function prepare(files: Readonly<Record<string, string>>, workers: number, testTimeout = 2_000): string[] {
  for (const [name, source] of Object.entries(files)) {
    const [comment = ''] = /^\/\*\*.*?\*\/\n/s.exec(source) ?? [];
    writeFileSync(join(folder, name), comment + PRELUDE + source.slice(comment.length));
  }
  const config = {
    rootDir: folder,
    runner: join(ROOT, 'test/runner/runner.ts'),
    testMatch: ['**/*.test.ts'],
    transform: {},
    testTimeout,
  };
  return [
    ...JEST_COMMAND,
    '--json',
    `--outputFile=${join(folder, 'result.json')}`,
    `--maxWorkers=${workers}`,
    `--config=${JSON.stringify(config)}`,
  ];
}

/** Outcome of each test by name; the failure of a whole file by file name. */
function readOutcome(): Record<string, string> {
  const { testResults } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as {
    testResults: {
      name: string;
      message: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  const outcomes = testResults.flatMap(({ name, message, assertionResults }) => [
    ...assertionResults.map(
      ({ fullName, status, failureMessages }) => [fullName, failureMessages[0] ?? status] as const,
    ),
    ...(assertionResults.some(({ status }) => status === 'failed') || message === ''
      ? []
      : [[name.slice(folder.length + 1), message] as const]),
  ]);
  return Object.fromEntries(outcomes);
}

function run(files: Readonly<Record<string, string>>, workers = 1): Record<string, string> {
  spawnSync(process.execPath, prepare(files, workers), { cwd: folder });
  return readOutcome();
}

test('tests pass, fail with their expectation, and time out when they hang', () => {
  const outcome = run({
    'one.test.ts': `
      test('passes', () => expect(1).toBe(1));
      test('fails', () => expect(1).toBe(2));
      test('hangs', () => new Promise(() => undefined));
      test('hangs for as long as it says', () => new Promise(() => undefined), 50);
      test.skip('is skipped', () => undefined);`,
  });

  expect(outcome).toEqual({
    passes: 'passed',
    fails: expect.stringContaining('Expected: 2'),
    hangs: expect.stringContaining('Exceeded timeout of 2000 ms'),
    'hangs for as long as it says': expect.stringContaining('Exceeded timeout of 50 ms'),
    'is skipped': 'pending',
  });
});

test('an uncaught error fails the test that is running', () => {
  const outcome = run({
    'one.test.ts': `
      test('throws later', async () => {
        setImmediate(() => { throw new Error('too late'); });
        await new Promise((resolve) => setTimeout(resolve, 20));
      });
      test('goes on', () => undefined);`,
  });

  expect(outcome).toEqual({ 'throws later': expect.stringContaining('too late'), 'goes on': 'passed' });
});

test('files share modules but neither mocks nor environment', () => {
  writeFileSync(join(folder, 'counter.ts'), 'export const counter = { loads: Math.random() };');
  const file = `
    import { counter } from './counter.ts';
    test('NAME', () => {
      jest.spyOn(Math, 'max').mockReturnValue(7);
      const before = process.env.OF_ONE_FILE;
      process.env.OF_ONE_FILE = 'set';
      const seen = (globalThis.seen ??= []);
      seen.push(counter.loads);
      expect(before).toBeUndefined();
      expect(new Set(seen).size).toBe(1);
      expect(Math.max(1)).toBe(7);
    });`;
  const outcome = run({
    'one.test.ts': file.replace('NAME', 'first'),
    'two.test.ts': file.replace('NAME', 'second'),
    'three.test.ts': `test('third', () => expect(Math.max(1)).toBe(1));`,
  });

  expect(outcome).toEqual({ first: 'passed', second: 'passed', third: 'passed' });
});

test('a file that cannot load, hangs while loading or exits fails alone, and counts as one failure', () => {
  const outcome = run({
    'broken.test.ts': `import './absent.ts';`,
    'hanging.test.ts': `await new Promise(() => undefined);`,
    'ended.test.ts': `test('ends the process', () => process.exit(3));`,
    'whole.test.ts': `test('runs', () => undefined);`,
  });

  expect(outcome).toEqual({
    'broken.test.ts': expect.stringContaining('absent.ts'),
    'hanging.test.ts': expect.stringContaining('The file was not loaded within 8000 ms.'),
    'ended.test.ts': expect.stringContaining('The process that ran this file ended (exit code 3).'),
    runs: 'passed',
  });
  const { testResults } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as JestResult;
  expect(countAll(testResults)).toEqual({ passed: 1, failed: 3, skipped: 0 });
});

test('files in the waiting lane run in their own process, in parallel with the others', () => {
  const eventually = JSON.stringify(join(ROOT, 'services/chassis/src/testing/eventually.ts'));
  const together = (name: string): string => `
    import { existsSync, writeFileSync } from 'node:fs';
    import { eventually } from ${eventually};
    test('${name}', async () => {
      writeFileSync('${name}', '');
      await eventually(() => expect(['one', 'two', 'waits'].every((name) => existsSync(name))).toBe(true), 30_000);
    }, 40_000);`;
  const outcome = run(
    {
      'one.test.ts': together('one'),
      'two.test.ts': together('two'),
      'waits.test.ts': `/** @lane waiting */\n${together('waits')}`,
    },
    2,
  );

  expect(outcome).toEqual({ one: 'passed', two: 'passed', waits: 'passed' });
});

test('when the shared stack dies, all later tests of files that use it fail with one sentence', async () => {
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.url === '/stack/end')
      void died.then(() => response.end('"The shared stack has died: deal has ended."'));
    else if (request.url === '/die') response.end(void die());
    else response.end(JSON.stringify({ gatewayUrl: '', shortenerUrl: '', databaseAdminUrl: '' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = prepare(
    {
      'one.test.ts': `
        import { sharedStack } from ${JSON.stringify(join(ROOT, 'test/shared-stack.ts'))};
        await sharedStack();
        test('runs while it lives', () => undefined);
        test('sees it die', async () => {
          await fetch('${url}/die');
          await (await fetch('${url}/stack/end')).text();
          await new Promise((resolve) => setImmediate(resolve));
        });
        test('is told', () => new Promise(() => undefined));
        test('is told too', () => new Promise(() => undefined));`,
    },
    1,
    // No test of the file waits, and loading Playwright can take a while.
    60_000,
  );

  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TEST_PARTS_URL: url },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.once('exit', resolve));
  server.close();

  const told = expect.stringMatching(/^Error: The shared stack has died: deal has ended\.\n/);
  expect(readOutcome()).toEqual({
    'runs while it lives': 'passed',
    'sees it die': 'passed',
    'is told': told,
    'is told too': told,
  });
});
