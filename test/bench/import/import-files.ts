/** Measures the effect of hostile 7 MB contact files, sent at once, on the memory of `deal` and on other requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import type { Bench } from '../measuring/bench.ts';
import { startChild } from '../measuring/child.ts';
import { insertUsers, withDatabase } from '../measuring/database.ts';
import { percentile, printGoals, printTable } from '../measuring/report.ts';
import type { SteadyAsk, SteadyAsks } from '../measuring/steady-asks.ts';
import { cpuMs, forgetPeak, peakMb, residentMb } from '../measuring/usage.ts';

const BYTES = 7_000_000;
const MB_MAX = 300;
const OTHERS_MS_MAX = 100;
/** Milliseconds between requests of others. */
const EVERY_MS = 20;
const ALONE_MS = 2_000;
/** Milliseconds to wait after a start: after five seconds a process releases memory, which blocks it for 100 ms or more. */
const SETTLED_MS = 8_000;
const PARTS = ['gateway', 'deal'] as const;

const fill = (piece: string, bytes = BYTES - 1_000): string =>
  piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);

/** Each file comes from another account, because an account's files are read one at a time. */
const SHAPES: readonly { what: string; format: 'csv' | 'vcard'; content: string }[] = [
  { what: 'csv: rows of one letter', format: 'csv', content: `name\n${fill('a\n')}` },
  { what: 'csv: columns', format: 'csv', content: `name,${fill('x,')}\nAnn` },
  { what: 'csv: empty lines', format: 'csv', content: `name\n${fill('\n', BYTES / 2)}` },
  { what: 'csv: quotation marks', format: 'csv', content: `name,email\n${fill('"', BYTES / 2)}` },
  { what: 'csv: handles', format: 'csv', content: `name,handles\n${fill(`A,${fill('x:y;', 80)}\n`)}` },
  { what: 'vCard: cards without an end', format: 'vcard', content: fill('BEGIN:VCARD\n') },
  {
    what: 'vCard: properties',
    format: 'vcard',
    content: `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${fill('X:a\n')}END:VCARD`,
  },
  {
    what: 'vCard: parameters',
    format: 'vcard',
    content: `BEGIN:VCARD\nVERSION:3.0\nFN;${fill('A=B;')}C=D:x\nEND:VCARD`,
  },
];

export async function benchImportFiles(bench: Bench, stack: Stack): Promise<void> {
  const [other, ...users] = await withDatabase(bench, stack.databaseAdminUrl, (db) =>
    insertUsers(db, SHAPES.length + 1),
  );
  const pid = stack.pid('deal') ?? 0;
  const asks = [
    { url: `${stack.gatewayUrl}/api/deals`, token: other?.token },
    { url: `${stack.gatewayUrl}/api/health` },
  ];
  await sleep(SETTLED_MS);
  // The first run warms up.
  await whileAsking(bench, asks, () => sleep(ALONE_MS));
  const alone = await whileAsking(bench, asks, () => sleep(ALONE_MS));
  const before = residentMb(pid);
  forgetPeak(pid);

  const cpuBefore = PARTS.map((name) => cpuMs(stack.pid(name) ?? 0));
  const sentAt = performance.now();
  const beside = await whileAsking(bench, asks, () =>
    Promise.all(
      SHAPES.map(async ({ what, format, content }, index) => {
        const body = { format, preview: true, content };
        const startedAt = performance.now();
        const { status } = await callApi(stack.gatewayUrl, 'POST', '/api/contacts/import', {
          token: users[index]?.token ?? '',
          body,
        });
        return [what, `${status}`, performance.now() - startedAt] as const;
      }),
    ),
  );
  const seconds = (performance.now() - sentAt) / 1_000;
  const [others = [], health = []] = beside.milliseconds;
  const most = peakMb(pid);

  console.log(`\n${SHAPES.length} contact files of ${BYTES / 1e6} MB at once, each from its own user`);
  printTable(['file', 'answer', 'ms'], beside.answer);
  printTable(
    ['others', 'requests', 'p50 ms', 'p99 ms'],
    [
      rowOf('alone', alone.milliseconds[0]),
      rowOf('beside the files', others),
      rowOf('gateway health beside the files', health),
    ],
  );
  printTable(
    ['processor', 's', 'cores'],
    PARTS.map((name, index) => {
      const used = (cpuMs(stack.pid(name) ?? 0) - (cpuBefore[index] ?? 0)) / 1_000;
      return [name, used, used / seconds];
    }),
  );
  printGoals([
    { what: `peak MB of deal, ${before.toFixed(0)} before`, measured: most, below: MB_MAX },
    { what: 'p99 of others beside the files, ms', measured: percentile(others, 0.99), below: OTHERS_MS_MAX },
  ]);
}

function rowOf(name: string, milliseconds: readonly number[] = []): (string | number)[] {
  return [name, `${milliseconds.length}`, percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
}

/** Repeats each request at a steady rate while `work` runs; returns the durations and the result of `work`. */
async function whileAsking<Answer>(
  bench: Bench,
  asks: readonly SteadyAsk[],
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly milliseconds: readonly number[][] }> {
  const child = await startChild(bench, 'measuring/steady-asks.ts');
  await child.ask({ asks, everyMs: EVERY_MS } satisfies SteadyAsks);
  const answer = await work();
  const milliseconds = await child.ask<number[][]>('stop');
  await child.stop();
  return { answer, milliseconds };
}
