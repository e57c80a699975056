/**
 * `npm test [-- arguments of Jest] [--times FILE] [--pictures]`: runs the tests and ends with what ran, where the time went, what the
 * tests ran against, and the totals as the last line: `N passed, N failed`, and `, N skipped` when there are any. `--times` writes the
 * table of times to a file as well; with `--pictures` the tests of pages keep what they look like in `.data/pictures`.
 *
 * Files of the whole suite that fail beside others run once more, alone. What passes then is named: such a test depends on how
 * busy the machine is, which is a fault of the test and wants mending, but says nothing against the change.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { sweepLeftovers } from '@svc/test/stores/running';
import { ROOT } from '../stack/paths.ts';
import { JEST_COMMAND } from './test/jest-command.ts';
import { countAll, describeTotals, nameSuite, type JestResult } from './test/result.ts';
import { describeTimes } from './test/times.ts';

/** More than a busy machine explains. */
const FILES_TRIED_AGAIN_MAX = 4;

const folder = mkdtempSync(join(tmpdir(), 'dealbridge-results-'));
const storesFile = join(folder, 'stores.json');

const { timesFile, withPictures, given } = readArguments();
const workers = given.some((argument) => argument.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=2'];
let exitCode = await runJest('first', [...workers, ...given]);
let result = readResult('first');
const busyFiles = process.argv.length === 2 && result ? await tryAgain(result) : [];
const stores = readJson(storesFile) as Record<string, string> | undefined;
rmSync(folder, { recursive: true });
await sweepLeftovers();

if (result) printSuites(result);
if (result) showTimes(result);
if (stores) printStores(stores);
if (busyFiles.length > 0) console.log('\nFailed beside others and passed alone, so these tests want mending');
for (const file of busyFiles) console.log(`  ${file}`);
const totals = result ? countAll(result.testResults) : { passed: 0, failed: 1, skipped: 0 };
if (!result) console.log('\nJest ended before it had a result; see above for the reason.');
if (result?.numTotalTestSuites === 0) console.log(`\nNo test file has ${given.join(' or ')} in its path.`);
console.log(`\n${describeTotals(totals)}`);
process.exit(exitCode === 0 && totals.failed === 0 ? 0 : exitCode || 1);

/** Our own arguments, and those that are Jest's. */
function readArguments(): { timesFile: string | undefined; withPictures: boolean; given: string[] } {
  const options = { times: { type: 'string' }, pictures: { type: 'boolean' } } as const;
  const { values, tokens } = parseArgs({ options, strict: false, tokens: true });
  const given: (string | undefined)[] = process.argv.slice(2);
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) continue;
    given[token.index] = undefined;
    if (token.value !== undefined && !token.inlineValue) given[token.index + 1] = undefined;
  }
  return {
    timesFile: typeof values.times === 'string' ? values.times : undefined,
    withPictures: values.pictures === true,
    given: given.filter((argument) => argument !== undefined),
  };
}

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
  const options = ['--json', `--outputFile=${join(folder, `${run}.json`)}`];
  const child = spawn(process.execPath, [...JEST_COMMAND, ...options, ...args], {
    cwd: ROOT,
    // The result goes to the file; what Jest says to people goes to the error stream.
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, TEST_STORES_REPORT: storesFile, ...(withPictures ? { TEST_PICTURES: '1' } : {}) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** One line per workspace, in the order of their names. */
function printSuites({ testResults }: JestResult): void {
  const suites = Map.groupBy(testResults, ({ name }) => nameSuite(relative(ROOT, name)));
  console.log('\nTests');
  for (const [name, files] of [...suites].toSorted(([one], [other]) => one.localeCompare(other))) {
    console.log(`  ${name.padEnd(20)} ${describeTotals(countAll(files))}`);
  }
}

function showTimes({ testResults }: JestResult): void {
  const times = describeTimes(testResults);
  console.log(`\n${times}\n`);
  if (timesFile !== undefined) writeFileSync(timesFile, `${times}\n`);
}

function printStores(stores: Record<string, string>): void {
  console.log('Stores');
  for (const [name, description] of Object.entries(stores)) console.log(`  ${name.padEnd(20)} ${description}`);
}
