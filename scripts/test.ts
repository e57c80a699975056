/**
 * `npm test [-- arguments of Jest]`: runs the tests and ends with what ran, what it ran against, and the totals as the last
 * line: `N passed, N failed`, and `, N skipped` when there are any.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './stack/paths.ts';
import { sweepLeftovers } from '../test/stores/running.ts';

/** Of Jest's result, what is read here. */
interface JestResult {
  readonly success: boolean;
  readonly numTotalTestSuites: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not even be run. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly { status: string }[] }[];
}

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const folder = mkdtempSync(join(tmpdir(), 'dealbridge-results-'));
const resultFile = join(folder, 'result.json');
const storesFile = join(folder, 'stores.json');

const exitCode = await runJest(process.argv.slice(2));
const result = readJson(resultFile) as JestResult | undefined;
const stores = readJson(storesFile) as Record<string, string> | undefined;
rmSync(folder, { recursive: true });
await sweepLeftovers();

if (result) printSuites(result);
if (stores) printStores(stores);
const totals = result ? countAll(result) : { passed: 0, failed: 1, skipped: 0 };
if (!result) console.log('\nJest ended before it had a result; the reason stands above.');
if (result?.numTotalTestSuites === 0) {
  console.log(`\nNo test file has ${process.argv.slice(2).join(' or ')} in its path.`);
}
console.log(`\n${describeTotals(totals)}`);
process.exit(exitCode === 0 && totals.failed === 0 ? 0 : exitCode || 1);

function runJest(args: readonly string[]): Promise<number> {
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const options = ['--maxWorkers=2', '--json', `--outputFile=${resultFile}`];
  // The workers of Jest outlive it when it is killed; with this they do not.
  const guard = pathToFileURL(join(ROOT, 'scripts/stack/stop-with-parent.mjs')).href;
  const flags = `--experimental-vm-modules --disable-warning=ExperimentalWarning --import=${guard}`;
  const child = spawn(process.execPath, [jest, ...options, ...args], {
    cwd: ROOT,
    // The result goes to the file; what Jest says to people goes to the error stream.
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${flags}`, TEST_STORES_REPORT: storesFile },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function countAll(all: JestResult): Totals {
  return {
    passed: all.numPassedTests,
    failed: all.numFailedTests + all.numRuntimeErrorTestSuites,
    skipped: all.numPendingTests + all.numTodoTests,
  };
}

function describeTotals({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** One line per workspace, in the order of their names. */
function printSuites({ testResults }: JestResult): void {
  const suites = Map.groupBy(testResults, ({ name }) => nameSuite(relative(ROOT, name)));
  console.log('\nTests');
  for (const [name, files] of [...suites].toSorted(([one], [other]) => one.localeCompare(other))) {
    const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
    const passed = statuses.filter((status) => status === 'passed').length;
    const broken = files.filter(({ assertionResults }) => assertionResults.length === 0).length;
    const failed = statuses.filter((status) => status === 'failed').length + broken;
    const skipped = statuses.length + broken - passed - failed;
    console.log(`  ${name.padEnd(20)} ${describeTotals({ passed, failed, skipped })}`);
  }
}

function nameSuite(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (first === 'services') return `services/${second}`;
  if (first === 'test') return file.split('/').length > 2 ? `test/${second}` : 'test (whole stack)';
  return first;
}

function printStores(stores: Record<string, string>): void {
  console.log('Stores');
  for (const [name, description] of Object.entries(stores)) console.log(`  ${name.padEnd(20)} ${description}`);
}
