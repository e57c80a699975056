/** Measures a read, compared with a bare chain of Express, grpc-js and pg that reads the same row. */
import { join } from 'node:path';
import { deriveUrls } from '@svc/scripts/stack/databases';
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import { type Bench, benchEnvironment, withStack } from './measuring/bench.ts';
import { startChild } from './measuring/child.ts';
import { insertDeals, insertUsers, withDatabase } from './measuring/database.ts';
import { type LoadGenerator, type LoadOptions, startLoad } from './measuring/load.ts';
import { median, printGoals, printTable } from './measuring/report.ts';
import { cpuMs, postgresCpuMs } from './measuring/usage.ts';

const CONNECTIONS = 64;
const ROUNDS = 6;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 3;
const FEW_USERS = 4;
const MANY_USERS = 1_000;

interface Side {
  readonly name: string;
  readonly url: string;
  readonly requests: LoadOptions['requests'];
  /** Process ids by role. */
  readonly pids: Readonly<Record<'gateway' | 'deal', number>> & { readonly identity?: number };
}

interface Round {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU milliseconds per request. */
  readonly cpu: readonly number[];
}

export async function benchRead(bench: Bench): Promise<void> {
  console.log(
    `\nread: GET /api/deals/:id, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s`,
  );
  const sink = await startChild(bench, 'measuring/trace-sink.ts');
  const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(sink.ready)}` };
  await withStack(bench, async (stack) => {
    const traced = {
      dataDir: join(bench.dataDir, 'traced'),
      databaseAdminUrl: stack.databaseAdminUrl,
      environment: { ...benchEnvironment(), ...otel },
    };
    await withStack(bench, (tracedStack) => compare(bench, stack, tracedStack), traced);
  });
  const bytes = await sink.ask<number>('bytes');
  console.log(`  traces exported: ${(bytes / 1e6).toFixed(1)} MB`);
  await sink.stop();
}

async function compare(bench: Bench, stack: Stack, tracedStack: Stack): Promise<void> {
  const users = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    const added = await insertUsers(db, MANY_USERS);
    const dealIds = await insertDeals(db, added);
    return added.map(({ token }, index) => ({ token, path: `/api/deals/${dealIds[index]}` }));
  });
  const few = users.slice(0, FEW_USERS);
  const reference = await startReference(bench, stack);
  const load = await startLoad(bench);
  const sides = [
    { ...reference, name: `reference, ${FEW_USERS} deals`, requests: few },
    sideOf(stack, `dealbridge, ${FEW_USERS} users`, few),
    { ...reference, name: `reference, ${MANY_USERS} deals`, requests: users },
    sideOf(stack, `dealbridge, ${MANY_USERS} users`, users),
    sideOf(tracedStack, `with traces, ${FEW_USERS} users`, few),
  ] as const;
  await checkSameAnswer(sides);

  const rounds = new Map<Side, Round[]>(sides.map((side) => [side, []]));
  for (const side of sides) await measure(bench, load, side, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of sides) rounds.get(side)?.push(await measure(bench, load, side, ROUND_SECONDS));
  }
  for (const stop of [load.stop, reference.stop]) await stop();

  printRounds(rounds);
  const [referenceFew, few4, referenceMany, many, traced] = sides;
  printGoals([
    {
      what: `${FEW_USERS} users, relative to the reference`,
      measured: ratio(rounds, few4, referenceFew),
      atLeast: 0.75,
    },
    {
      what: `${MANY_USERS} users, relative to the reference`,
      measured: ratio(rounds, many, referenceMany),
      atLeast: 0.65,
    },
    { what: 'with traces / without', measured: ratio(rounds, traced, few4), atLeast: 0.6 },
  ]);
}

async function startReference(bench: Bench, stack: Stack) {
  const { deal } = deriveUrls(stack.databaseAdminUrl, bench.secrets.roles);
  const service = await startChild(bench, 'reference/service.ts', deal);
  const gateway = await startChild(bench, 'reference/gateway.ts', `127.0.0.1:${String(service.ready)}`);
  return {
    url: `http://127.0.0.1:${String(gateway.ready)}`,
    pids: { gateway: gateway.pid, deal: service.pid },
    stop: async () => {
      await gateway.stop();
      await service.stop();
    },
  };
}

function sideOf(stack: Stack, name: string, requests: Side['requests']): Side {
  const pid = (service: 'gateway' | 'deal' | 'identity'): number => stack.pid(service) ?? 0;
  const pids = { gateway: pid('gateway'), deal: pid('deal'), identity: pid('identity') };
  return { name, url: stack.gatewayUrl.replace('localhost', '127.0.0.1'), requests, pids };
}

/** Throws unless all sides give the same answer; otherwise the comparison would be unfair. */
async function checkSameAnswer(sides: readonly Side[]): Promise<void> {
  const answers = sides.map(async ({ url, requests: [first] }) => {
    const { body } = await callApi<object>(url, 'GET', first?.path ?? '', { token: first?.token ?? '' });
    return JSON.stringify(Object.entries(body).toSorted(([one], [other]) => one.localeCompare(other)));
  });
  const different = new Set(await Promise.all(answers));
  if (different.size > 1) throw new Error(`The sides give different answers: ${[...different].join(' and ')}`);
}

async function measure(bench: Bench, load: LoadGenerator, side: Side, seconds: number): Promise<Round> {
  const { gateway, deal, identity } = side.pids;
  const used = (): number[] => [
    cpuMs(gateway),
    identity === undefined ? NaN : cpuMs(identity),
    cpuMs(deal),
    postgresCpuMs(bench.dataDir),
    cpuMs(load.pid),
  ];
  const before = used();
  const { requests, ...result } = await load.run({
    url: side.url,
    connections: CONNECTIONS,
    seconds,
    requests: side.requests,
  });
  const cpu = used().map((after, index) => (after - (before[index] ?? NaN)) / requests);
  return { ...result, cpu };
}

function printRounds(rounds: ReadonlyMap<Side, readonly Round[]>): void {
  const titles = [
    '',
    'req/s',
    'p50 ms',
    'p99 ms',
    'CPU ms: gateway',
    'identity',
    'deal',
    'postgres',
    'load',
    'all but load',
  ];
  const rows = [...rounds].map(([{ name }, results]) => {
    const middle = (value: (round: Round) => number): number => median(results.map(value));
    const cpu = [0, 1, 2, 3, 4].map((index) => middle((round) => round.cpu[index] ?? NaN));
    const all = cpu.slice(0, 4).reduce((sum, each) => sum + (each || 0), 0);
    return [
      name,
      middle((round) => round.requestsPerSecond),
      middle((round) => round.p50),
      middle((round) => round.p99),
      ...cpu,
      all,
    ];
  });
  printTable(titles, rows);
}

/** Compares rounds that ran back to back, because other load on the machine changes between rounds. */
function ratio(rounds: ReadonlyMap<Side, readonly Round[]>, side: Side, against: Side): number {
  const others = rounds.get(against) ?? [];
  const ratios = (rounds.get(side) ?? []).map(
    (round, index) => round.requestsPerSecond / (others[index]?.requestsPerSecond ?? NaN),
  );
  return median(ratios);
}
