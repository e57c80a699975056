/** Result of one check. */
export interface Finding {
  readonly what: string;
  /** Reason for a failure; undefined if the check passed. */
  readonly failure?: string | undefined;
}

export interface Verdict {
  readonly judge: string;
  readonly findings: readonly Finding[];
  /** Checks that do not apply here; docs/measurements.md says why. */
  readonly leftOut?: number;
}

/** Runs one check, which passes unless it throws. */
export async function check(what: string, work: () => Promise<unknown>): Promise<Finding> {
  try {
    await work();
    return { what };
  } catch (error) {
    return { what, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Fails a check with a message unless the condition holds. */
export function hold(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise);
}

/** Prints a row per judge, the failures and the totals. Returns whether all checks passed. */
export function printVerdicts(verdicts: readonly Verdict[]): boolean {
  const rows = verdicts.map(({ judge, findings, leftOut = 0 }) => {
    const failed = findings.filter(({ failure }) => failure !== undefined).length;
    return { judge, passed: findings.length - failed, failed, 'left out': leftOut };
  });
  const width = Math.max(...rows.map(({ judge }) => judge.length));
  const line = (cells: readonly unknown[]): void => {
    const [name, ...figures] = cells.map(String);
    console.log(`${(name ?? '').padEnd(width)}${figures.map((figure) => figure.padStart(10)).join('')}`);
  };
  line(['judge', 'passed', 'failed', 'left out']);
  for (const row of rows) line(Object.values(row));
  for (const { judge, findings } of verdicts) {
    for (const { what, failure } of findings) {
      if (failure !== undefined) console.log(`\n${judge}: ${what}\n  ${failure}`);
    }
  }
  const sum = (name: 'passed' | 'failed'): number => rows.reduce((total, row) => total + row[name], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}
