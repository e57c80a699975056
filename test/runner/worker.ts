/**
 * A process that runs test files one after another in one module graph, so shared imports are evaluated once. Mocks,
 * fake timers and the environment are restored after each file.
 */
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import type { Circus } from '@jest/types';
import { addEventHandler, getState, resetState, run, setState } from 'jest-circus';
import type { FileRequest, FileRun, TestRun } from './file-run.ts';
import { jest } from './jest-globals.ts';

type CircusTest = Awaited<ReturnType<typeof run>>['testResults'][number];

/** The time limit for loading a file, as a multiple of the timeout of one test. */
const LOADING_TESTS = 4;

process.on('message', (request: FileRequest) => {
  runFile(request).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ tests: [], errors: [describe(error)] } satisfies FileRun),
  );
});
addEventHandler(heedExpectations);
process.on('disconnect', () => process.exit());
process.on('uncaughtException', (error) => blame(error));
process.on('unhandledRejection', (reason) => blame(reason));

async function runFile({ path, testTimeoutMs, namePattern }: FileRequest): Promise<FileRun> {
  const environment = { ...process.env };
  resetState();
  setState({
    ...getState(),
    testTimeout: testTimeoutMs,
    testNamePattern: namePattern === '' ? null : new RegExp(namePattern, 'i'),
  });
  jestExpect.setState({ testPath: path });
  try {
    await load(path, testTimeoutMs * LOADING_TESTS);
    const { testResults, unhandledErrors } = await run();
    return { tests: testResults.map(toTestRun), errors: unhandledErrors };
  } finally {
    jest.useRealTimers();
    jest.restoreAllMocks();
    restoreEnvironment(environment);
  }
}

/** Loads a test file. Throws when it fails to load or takes too long; loading may include the start of shared parts. */
async function load(path: string, limitMs: number): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The file was not loaded within ${limitMs} ms.`)), limitMs);
  try {
    await Promise.race([import(pathToFileURL(path).href), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}

function toTestRun({ testPath, status, duration, errors }: CircusTest): TestRun {
  const [, ...path] = testPath;
  const ended = errors.length > 0 ? 'failed' : 'passed';
  return {
    path: path.map(String),
    status: status === 'skip' ? 'pending' : status === 'todo' ? 'todo' : ended,
    durationMs: duration ?? null,
    errors,
  };
}

/** Attributes an uncaught error to the running test, or else to the file. */
function blame(error: unknown): void {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error as Circus.Exception);
}

/** Makes failures that `expect` recorded without throwing fail the test too. */
function heedExpectations(event: Circus.Event): void {
  if (event.name === 'test_start') jestExpect.setState({ currentTestName: event.test.name });
  if (event.name !== 'test_done') return;
  event.test.errors.push(...jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error));
  const { suppressedErrors } = jestExpect.getState();
  event.test.errors.push(...(suppressedErrors ?? []));
  jestExpect.setState({ suppressedErrors: [] });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
