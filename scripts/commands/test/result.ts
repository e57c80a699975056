/** The relevant part of Jest's result. */
export interface JestResult {
  readonly numTotalTestSuites: number;
  readonly testResults: readonly FileResult[];
}

export interface FileResult {
  /** Absolute path. */
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Milliseconds since 1970. */
  readonly startTime: number;
  readonly endTime: number;
  /** Results of the tests; empty for a file that could not run. */
  readonly assertionResults: readonly { readonly status: string; readonly duration?: number | null }[];
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countAll(files: JestResult['testResults']): Totals {
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === 'passed').length;
  // Files that failed before their first test, or between two tests.
  const broken = files.filter(
    ({ status, assertionResults }) =>
      assertionResults.length === 0 ||
      (status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed')),
  ).length;
  const failed = statuses.filter((status) => status === 'failed').length + broken;
  return { passed, failed, skipped: statuses.length + broken - passed - failed };
}

export function describeTotals({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The workspace of a test file, or its folder for tests of the whole product; `file` is relative to the repository. */
export function nameSuite(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (first === 'services') return `services/${second}`;
  if (first === 'test') return file.split('/').length > 2 ? `test/${second}` : 'test (whole stack)';
  return first;
}
