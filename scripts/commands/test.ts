/**
 * `npm test [-- arguments of Jest]`: runs the tests and ends with what ran, what it ran against, and the totals as the last
 * line: `N passed, N failed`, and `, N skipped` when there are any.
 *
 * Files of the whole suite that fail beside others run once more, alone. What passes then is named: such a test depends on how
 * busy the machine is, which is a fault of the test and wants mending, but says nothing against the change.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../stack/paths.ts';
import { sweepLeftovers } from '../../test/stores/running.ts';

/** Of Jest's result, what is read here. */
interface JestResult {
  readonly numTotalTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: 'passed' | 'failed' | 'skipped';
    /** Empty for a file that could not even be run. */
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** More than a busy machine explains. */
const FILES_TRIED_AGAIN_MAX = 4;

const folder = mkdtempSync(join(tmpdir(), 'dealbridge-results-'));
const storesFile = join(folder, 'stores.json');

const given = process.argv.slice(2);
const workers = given.some((argument) => argument.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=2'];
let exitCode = await runJest('first', [...workers, ...given]);
let result = readResult('first');
const busyFiles = process.argv.length === 2 && result ? await tryAgain(result) : [];
const stores = readJson(storesFile) as Record<string, string> | undefined;
rmSync(folder, { recursive: true });
await sweepLeftovers();

if (result) printSuites(result);
if (stores) printStores(stores);
if (busyFiles.length > 0) console.log('\nFailed beside others and passed alone, so these tests want mending');
for (const file of busyFiles) console.log(`  ${file}`);
const totals = result ? countAll(result.testResults) : { passed: 0, failed: 1, skipped: 0 };
if (!result) console.log('\nJest ended before it had a result; the reason stands above.');
if (result?.numTotalTestSuites === 0) {
  console.log(`\nNo test file has ${process.argv.slice(2).join(' or ')} in its path.`);
}
console.log(`\n${describeTotals(totals)}`);
process.exit(exitCode === 0 && totals.failed === 0 ? 0 : exitCode || 1);

/** Takes over the results of files that failed and then ran alone; returns those that passed, with what failed at first above. */
async function tryAgain(first: JestResult): Promise<string[]> {
  const failed = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length === 0 || failed.length > FILES_TRIED_AGAIN_MAX) return [];
  console.log(`\nOnce more, alone: ${failed.map((file) => relative(ROOT, file)).join(', ')}`);
  exitCode = await runJest('again', ['--maxWorkers=1', '--runTestsByPath', ...failed]);
  const again = readResult('again');
  if (!again) return [];
  const others = first.testResults.filter(({ name }) => !failed.includes(name));
  result = { ...first, testResults: [...others, ...again.testResults] };
  return again.testResults.filter(({ status }) => status === 'passed').map(({ name }) => relative(ROOT, name));
}

function readResult(run: string): JestResult | undefined {
  return readJson(join(folder, `${run}.json`)) as JestResult | undefined;
}

function runJest(run: string, args: readonly string[]): Promise<number> {
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const options = ['--json', `--outputFile=${join(folder, `${run}.json`)}`];
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

function countAll(files: JestResult['testResults']): Totals {
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const broken = files.filter(({ assertionResults }) => assertionResults.length === 0).length;
  const failed = statuses.filter((status) => status === 'failed').length + broken;
  return { passed, failed, skipped: statuses.length + broken - passed - failed };
}

function describeTotals({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** One line per workspace, in the order of their names. */
function printSuites({ testResults }: JestResult): void {
  const suites = Map.groupBy(testResults, ({ name }) => nameSuite(relative(ROOT, name)));
  console.log('\nTests');
  for (const [name, files] of [...suites].toSorted(([one], [other]) => one.localeCompare(other))) {
    console.log(`  ${name.padEnd(20)} ${describeTotals(countAll(files))}`);
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
