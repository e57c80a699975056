/** Messages between the runner and its worker processes. */

export interface FileRequest {
  /** Absolute path of the test file. */
  readonly path: string;
  /** Timeout of one test in milliseconds, unless the test sets its own. */
  readonly testTimeoutMs: number;
  /** Runs only the tests whose names match; empty runs all. */
  readonly namePattern: string;
}

/** Result of one test. */
export interface TestRun {
  /** Names of the enclosing blocks, then the name of the test. */
  readonly path: readonly string[];
  readonly status: 'passed' | 'failed' | 'pending' | 'todo';
  readonly durationMs: number | null;
  /** Stack traces. */
  readonly errors: readonly string[];
}

export interface FileRun {
  readonly tests: readonly TestRun[];
  /** Errors outside any test: the file could not be loaded, or something failed between two tests. */
  readonly errors: readonly string[];
}
