/**
 * Runs test files in plain Node processes instead of Jest's virtual machines, which would evaluate every import again for each file. Files that say
 * `@lane waiting` in their first comment mostly wait for deadlines of the product: they run in their own process, in parallel with the others, and
 * start first.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildFailureTestResult,
  createEmptyTestResult,
  type SerializableError,
  type Test,
  type TestResult,
} from '@jest/test-result';
import type { Config } from '@jest/types';
import { extract, parse } from 'jest-docblock';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import type { CallbackTestRunnerInterface } from 'jest-runner';
import type { FileRequest, FileRun, TestRun } from './file-run.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');
/** Jest shows slower files in red. */
const SLOW_SECONDS = 60;

type RunTests = CallbackTestRunnerInterface['runTests'];

export default class NodeRunner implements CallbackTestRunnerInterface {
  readonly #globalConfig: Config.GlobalConfig;

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(...[tests, , onStart, onResult, onFailure]: Parameters<RunTests>): ReturnType<RunTests> {
    const { maxWorkers } = this.#globalConfig;
    const { waiting = [], ordinary = [] } = Object.groupBy(tests, laneOf);
    // A worker with an empty queue helps with the other one.
    const runQueues = async (own: Test[], other: Test[]): Promise<void> => {
      let worker: Worker | undefined;
      const next = (): Test | undefined => own.shift() ?? other.shift();
      for (let test = next(); test; test = next()) {
        await onStart(test);
        worker = worker?.isAlive() ? worker : new Worker();
        const startedAt = Date.now();
        try {
          const run = await worker.run(this.#requestFor(test));
          const isLoaded = run.tests.length > 0 || run.errors.length === 0;
          if (isLoaded) await onResult(test, this.#toResult(test, run, startedAt));
          else await onFailure(test, toError(run.errors));
          // A file that hung or failed while loading leaves its process in an unknown state.
          if (!isLoaded) await worker.end();
        } catch (error) {
          await onFailure(test, { message: (error as Error).message, stack: undefined });
        }
      }
      await worker?.end();
    };
    const lanes = Array.from({ length: maxWorkers }, () => runQueues(ordinary, waiting));
    if (maxWorkers > 1) lanes.push(runQueues(waiting, ordinary));
    await Promise.all(lanes);
  }

  #requestFor({ path, context }: Test): FileRequest {
    const { testNamePattern } = this.#globalConfig;
    return { path, testTimeoutMs: context.config.testTimeout, namePattern: testNamePattern ?? '' };
  }

  #toResult({ path, context: { config } }: Test, { tests, errors }: FileRun, startedAt: number): TestResult {
    const end = Date.now();
    const testResults = tests.map(toAssertionResult);
    const count = (wanted: TestRun['status']): number => tests.filter(({ status }) => status === wanted).length;
    const empty = errors.length > 0 ? buildFailureTestResult(path, toError(errors)) : createEmptyTestResult();
    const messages = [
      formatResultsErrors(testResults, config, this.#globalConfig, path) ?? '',
      ...errors.map((stack) => formatExecError({ message: '', stack }, config, this.#globalConfig, path)),
    ].filter((message) => message !== '');
    return {
      ...empty,
      ...(messages.length > 0 ? { failureMessage: messages.join('\n') } : {}),
      numFailingTests: count('failed'),
      numPassingTests: count('passed'),
      numPendingTests: count('pending'),
      numTodoTests: count('todo'),
      perfStats: {
        ...empty.perfStats,
        start: startedAt,
        end,
        runtime: end - startedAt,
        slow: end - startedAt > SLOW_SECONDS * 1_000,
      },
      testFilePath: path,
      testResults,
    };
  }
}

/** A process that runs test files; it starts with the first one. */
class Worker {
  readonly #process: ChildProcess = fork(WORKER, {
    serialization: 'advanced',
  });

  isAlive(): boolean {
    return this.#process.connected;
  }

  /** Throws when the process ends before it answers. */
  run(request: FileRequest): Promise<FileRun> {
    const child = this.#process;
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
        reject(new Error(`The process that ran this file ended (${signal ?? `exit code ${code}`}).`));
      };
      child.once('exit', onExit);
      child.once('message', (result: FileRun) => {
        child.off('exit', onExit);
        resolve(result);
      });
      child.send(request);
    });
  }

  async end(): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    if (child.connected) child.disconnect();
    await ended;
  }
}

function laneOf({ path }: Test): 'waiting' | 'ordinary' {
  return parse(extract(readFileSync(path, 'utf8'))).lane === 'waiting' ? 'waiting' : 'ordinary';
}

function toAssertionResult({ path, status, durationMs, errors }: TestRun): TestResult['testResults'][number] {
  return {
    ancestorTitles: path.slice(0, -1),
    title: path.at(-1) ?? '',
    fullName: path.join(' '),
    status,
    duration: durationMs,
    failureMessages: [...errors],
    failureDetails: [],
    invocations: 1,
    location: null,
    numPassingAsserts: 0,
    retryReasons: [],
  };
}

function toError(errors: readonly string[]): SerializableError {
  return { message: errors[0] ?? '', stack: errors.join('\n') };
}
