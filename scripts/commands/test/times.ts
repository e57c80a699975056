/** Summarizes how the time of a test run is spent. */
import { relative } from 'node:path';
import { ROOT } from '../../stack/paths.ts';
import { type FileResult, nameSuite } from './result.ts';

const FILES_SHOWN = 15;

interface Times {
  readonly name: string;
  readonly files: number;
  readonly totalMs: number;
  /** Time of the tests themselves; the rest is imports, stores, stacks and browsers. */
  readonly testsMs: number;
}

/** The slowest files and all folders as Markdown tables, in seconds. */
export function describeTimes(results: readonly FileResult[]): string {
  const files = results.map(timesOf);
  const folders = [...Map.groupBy(files, ({ name }) => nameSuite(name))].map(([name, members]) => sum(name, members));
  return [
    ...table('slowest files', files.toSorted(bySlowest).slice(0, FILES_SHOWN)),
    '',
    ...table('folder', [...folders.toSorted(bySlowest), sum('all', files)]),
  ].join('\n');
}

function timesOf({ name, startTime, endTime, assertionResults }: FileResult): Times {
  const testsMs = assertionResults.reduce((total, { duration }) => total + (duration ?? 0), 0);
  return { name: relative(ROOT, name), files: 1, totalMs: endTime - startTime, testsMs };
}

function sum(name: string, members: readonly Times[]): Times {
  const total = (read: (times: Times) => number): number => members.reduce((sum, times) => sum + read(times), 0);
  return { name, files: members.length, totalMs: total((t) => t.totalMs), testsMs: total((t) => t.testsMs) };
}

function bySlowest(one: Times, other: Times): number {
  return other.totalMs - one.totalMs;
}

function table(title: string, rows: readonly Times[]): string[] {
  return [
    `| ${title} | files | total s | set-up s | tests s |`,
    '|---|--:|--:|--:|--:|',
    ...rows.map(({ name, files, totalMs, testsMs }) => {
      const seconds = [totalMs, Math.max(0, totalMs - testsMs), testsMs].map((ms) => (ms / 1_000).toFixed(1));
      return `| ${[name, files, ...seconds].join(' | ')} |`;
    }),
  ];
}
