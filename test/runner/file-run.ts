/** What the runner asks of its processes, and what these answer. */

export interface FileRequest {
  /** Absolute path of the test file. */
  readonly path: string;
  /** Milliseconds for one test, unless it says otherwise. */
  readonly testTimeoutMs: number;
  /** Of all tests only those whose names match; all when empty. */
  readonly namePattern: string;
}

/** One test as it went. */
export interface TestRun {
  /** Names of the blocks around it, and its own. */
  readonly path: readonly string[];
  readonly status: 'passed' | 'failed' | 'pending' | 'todo';
  readonly durationMs: number | null;
  /** Each with its stack. */
  readonly errors: readonly string[];
}

export interface FileRun {
  readonly tests: readonly TestRun[];
  /** Errors that belong to no test: the file could not be loaded, or something failed between two tests. */
  readonly errors: readonly string[];
}
