/** What contact files of 7 MB of several hostile shapes, sent at once, do to the memory of `deal` and to others who ask it. */
import type { Stack } from '@svc/scripts/stack/stack';
import { callApi } from '@svc/scripts/stack/http';
import type { Bench } from './bench.ts';
import { insertUsers, withDatabase } from './database.ts';
import { percentile, printGoals, printTable } from './report.ts';
import { cpuMs, forgetPeak, peakMb, residentMb } from './usage.ts';

const BYTES = 7_000_000;
const MB_MAX = 300;
const OTHERS_MS_MAX = 100;
/** Milliseconds between two requests of somebody else. */
const EVERY_MS = 40;
const PARTS = ['gateway', 'deal'] as const;

const fill = (piece: string, bytes = BYTES - 1_000): string =>
  piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);

/** One account sends each, as nobody has two read at once. */
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
  const ask = (): Promise<number> => timed(stack, '/api/deals', other?.token);
  const alone: number[] = [];
  for (let count = 0; count < 100; count += 1) alone.push(await ask());
  const before = residentMb(pid);
  forgetPeak(pid);

  const stop = new AbortController();
  const beside = askOften(ask, stop.signal);
  const ofGateway = askOften(() => timed(stack, '/api/health'), stop.signal);
  const cpuBefore = PARTS.map((name) => cpuMs(stack.pid(name) ?? 0));
  const sentAt = performance.now();
  const answers = await Promise.all(
    SHAPES.map(async ({ what, format, content }, index) => {
      const body = { format, preview: true, content };
      const startedAt = performance.now();
      const { status } = await callApi(stack.gatewayUrl, 'POST', '/api/contacts/import', {
        token: users[index]?.token ?? '',
        body,
      });
      return [what, `${status}`, performance.now() - startedAt] as const;
    }),
  );
  const seconds = (performance.now() - sentAt) / 1_000;
  stop.abort();
  const [others, health] = [await beside, await ofGateway];
  const most = peakMb(pid);

  console.log(`\n${SHAPES.length} contact files of ${BYTES / 1e6} MB at once, of as many users`);
  printTable(['file', 'answer', 'ms'], answers);
  printTable(
    ['others', 'requests', 'p50 ms', 'p99 ms'],
    [
      ['alone', alone.length, percentile(alone, 0.5), percentile(alone, 0.99)],
      ['beside the files', others.length, percentile(others, 0.5), percentile(others, 0.99)],
      ['health of the gateway beside them', health.length, percentile(health, 0.5), percentile(health, 0.99)],
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
    { what: `MB at most of deal, ${before.toFixed(0)} before`, measured: most, below: MB_MAX },
    { what: 'ms that others wait beside the files, p99', measured: percentile(others, 0.99), below: OTHERS_MS_MAX },
  ]);
}

async function timed({ gatewayUrl }: Stack, path: string, token?: string): Promise<number> {
  const startedAt = performance.now();
  await callApi(gatewayUrl, 'GET', path, token === undefined ? {} : { token });
  return performance.now() - startedAt;
}

/** Asks at a steady rate, whether or not what was asked before is answered, until the signal; answers how long each took. */
async function askOften(ask: () => Promise<number>, signal: AbortSignal): Promise<number[]> {
  const asked: Promise<number>[] = [];
  await new Promise<void>((done) => {
    const timer = setInterval(() => asked.push(ask()), EVERY_MS);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      done();
    });
  });
  return Promise.all(asked);
}
