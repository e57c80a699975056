/**
 * `npm test [-- arguments of Jest] [--times FILE] [--pictures] [--suite NAME]`: runs the tests and prints results, times and
 * stores. The last line is the totals: `N passed, N failed`, and `, N skipped` if any. `--times` also writes the table of times to a
 * file; `--pictures` keeps screenshots of pages in `.data/pictures`. `--suite` runs the tests of `test/NAME`, which need more than the
 * sources: `image`, `model` or `upgrade`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { sweepLeftovers } from '@svc/test/stores/running';
import { ROOT } from '../stack/paths.ts';
import { JEST_COMMAND } from './test/jest-command.ts';
import { countAll, describeTotals, type JestResult, nameSuite } from './test/result.ts';
import { describeTimes } from './test/times.ts';

const folder = mkdtempSync(join(tmpdir(), 'dealbridge-results-'));
const resultFile = join(folder, 'result.json');
const storesFile = join(folder, 'stores.json');

const { timesFile, withPictures, suite, jestArguments } = readArguments();
const workers = jestArguments.some((argument) => argument.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=3'];
const exitCode = await runJest([...workers, ...jestArguments]);
const result = readJson(resultFile) as JestResult | undefined;
const stores = readJson(storesFile) as Record<string, string> | undefined;
rmSync(folder, { recursive: true });
await sweepLeftovers();

if (result) printSuites(result);
if (result) showTimes(result);
if (stores) printStores(stores);
const totals = result ? countAll(result.testResults) : { passed: 0, failed: 1, skipped: 0 };
if (!result) console.log('\nJest ended before it had a result; see above for the reason.');
if (result?.numTotalTestSuites === 0) console.log(`\nNo test file has ${jestArguments.join(' or ')} in its path.`);
console.log(`\n${describeTotals(totals)}`);
process.exit(exitCode === 0 && totals.failed === 0 ? 0 : exitCode || 1);

/** Separates our own arguments from Jest's. */
function readArguments() {
  const options = { times: { type: 'string' }, pictures: { type: 'boolean' }, suite: { type: 'string' } } as const;
  const { values, tokens } = parseArgs({ options, strict: false, tokens: true });
  const jestArguments: (string | undefined)[] = process.argv.slice(2);
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) continue;
    jestArguments[token.index] = undefined;
    if (token.value !== undefined && !token.inlineValue) jestArguments[token.index + 1] = undefined;
  }
  return {
    timesFile: typeof values.times === 'string' ? values.times : undefined,
    withPictures: values.pictures === true,
    suite: typeof values.suite === 'string' ? values.suite : undefined,
    jestArguments: jestArguments.filter((argument) => argument !== undefined),
  };
}

function runJest(args: readonly string[]): Promise<number> {
  // Jest's configuration excludes the suites.
  const ofSuite = suite === undefined ? [] : ['--roots', `test/${suite}`, '--testPathIgnorePatterns', '/dist/'];
  const options = [...ofSuite, '--json', `--outputFile=${resultFile}`];
  const child = spawn(process.execPath, [...JEST_COMMAND, ...options, ...args], {
    cwd: ROOT,
    // The result is written to the file; Jest's messages go to stderr.
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, TEST_STORES_REPORT: storesFile, ...(withPictures ? { TEST_PICTURES: '1' } : {}) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Prints one line per workspace, ordered by name. */
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
