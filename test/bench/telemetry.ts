/**
 * Measures the cost of metrics and traces: the same commit without an exporter, with metrics, and with both, in
 * alternating rounds.
 */
import { join } from 'node:path';
import { createClient } from '@svc/chassis/grpc/client';
import { openConnection } from '@svc/chassis/grpc/connection';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import type { Stack } from '@svc/scripts/stack/stack';
import { PROCESS_NAMES, type ProcessName } from '@svc/topology/processes';
import { insertLinks } from './links/redirect-links.ts';
import { startRedirectLoad } from './links/redirect-load.ts';
import { type Bench, benchEnvironment, withStack } from './measuring/bench.ts';
import { startChild } from './measuring/child.ts';
import { insertDeals, insertUsers, withDatabase } from './measuring/database.ts';
import { type LoadRequest, startLoad } from './measuring/load.ts';
import { median, printGoals, printTable } from './measuring/report.ts';
import { cpuMs } from './measuring/usage.ts';

const CONNECTIONS = 32;
const ROUNDS = 6;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 2;
const USERS = 4;
/** Milliseconds between exports: six times as often as the default. */
const EXPORT_MS = '10000';
const GOALS = { metrics: 0.97, traces: 0.6 } as const;

type SideName = 'off' | keyof typeof GOALS;
type Stacks = Readonly<Record<SideName, Stack>>;

/** Sends requests to a stack for this many seconds; returns answers per second. */
interface Load {
  readonly name: string;
  readonly run: (stack: Stack, seconds: number) => Promise<number>;
}

interface Result {
  readonly answersPerSecond: number;
  /** CPU milliseconds of all its processes per answer, the value least disturbed by other load on the machine. */
  readonly cpu: number;
}

type Round = Record<SideName, Result>;

export async function benchTelemetry(bench: Bench): Promise<void> {
  console.log(`\ntelemetry: ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s`);
  const sink = await startChild(bench, 'measuring/trace-sink.ts');
  const metrics = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(sink.ready)}`,
    OTEL_METRIC_EXPORT_INTERVAL: EXPORT_MS,
    OTEL_METRIC_EXPORT_TIMEOUT: EXPORT_MS,
    OTEL_TRACES_EXPORTER: 'none',
  };
  await withStack(bench, async (off) => {
    const beside = (name: SideName, environment: NodeJS.ProcessEnv) => ({
      dataDir: join(bench.dataDir, name),
      databaseAdminUrl: off.databaseAdminUrl,
      environment: { ...benchEnvironment(), ...environment },
    });
    const withMetrics = beside('metrics', metrics);
    const withBoth = beside('traces', { ...metrics, OTEL_TRACES_EXPORTER: 'otlp' });
    await withStack(
      bench,
      (measured) => withStack(bench, (traced) => compare(bench, { off, metrics: measured, traces: traced }), withBoth),
      withMetrics,
    );
  });
  console.log(`  exported: ${((await sink.ask<number>('bytes')) / 1e6).toFixed(1)} MB`);
  await sink.stop();
}

async function compare(bench: Bench, stacks: Stacks): Promise<void> {
  const sides = Object.entries(stacks) as [SideName, Stack][];
  for (const load of await prepareLoads(bench, stacks.off)) {
    for (const [, stack] of sides) await load.run(stack, WARM_UP_SECONDS);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Rotates the order, so that no side always runs first.
      const order = sides.map((_, index) => sides[(index + round) % sides.length]);
      const results: [SideName, Result][] = [];
      for (const [name, stack] of order.filter((side) => side !== undefined))
        results.push([name, await measure(load, stack)]);
      rounds.push(Object.fromEntries(results) as Round);
    }
    printRounds(load.name, rounds);
  }
}

async function measure(load: Load, stack: Stack): Promise<Result> {
  const used = (): number => PROCESS_NAMES.reduce((sum, name) => sum + cpuOf(stack, name), 0);
  const before = used();
  const answersPerSecond = await load.run(stack, ROUND_SECONDS);
  return { answersPerSecond, cpu: (used() - before) / (answersPerSecond * ROUND_SECONDS) };
}

/** CPU milliseconds of a process; 0 if it is not running. */
function cpuOf(stack: Stack, name: ProcessName): number {
  const pid = stack.pid(name);
  return pid === undefined ? 0 : cpuMs(pid);
}

async function prepareLoads(bench: Bench, stack: Stack): Promise<Load[]> {
  const requests = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    await insertLinks(db, 1);
    const users = await insertUsers(db, USERS);
    const dealIds = await insertDeals(db, users);
    return users.map(({ token }, index) => ({ token, path: `/api/deals/${dealIds[index]}` }));
  });
  const load = await startLoad(bench);
  const redirects = await startRedirectLoad(bench);
  const ask = async (url: string, of: readonly LoadRequest[], seconds: number): Promise<number> => {
    const local = url.replace('localhost', '127.0.0.1');
    return (await load.run({ url: local, connections: CONNECTIONS, seconds, requests: of })).requestsPerSecond;
  };
  return [
    {
      name: 'redirects',
      run: async ({ shortenerUrl }, seconds) => {
        const url = shortenerUrl.replace('localhost', '127.0.0.1');
        const asked = { url, connections: CONNECTIONS, seconds, first: 0, count: 1, status: 302 } as const;
        return (await redirects.run(asked)).requestsPerSecond;
      },
    },
    { name: 'GET /api/deals/:id', run: ({ gatewayUrl }, seconds) => ask(gatewayUrl, requests, seconds) },
    {
      name: 'lists of the dashboard',
      run: ({ gatewayUrl }, seconds) =>
        ask(
          gatewayUrl,
          requests.map(({ token }) => ({ token, path: '/api/deals?limit=20' })),
          seconds,
        ),
    },
    { name: 'RPCs', run: callAgainAndAgain },
  ];
}

/** Requests identity's public keys, which costs little beyond the call itself. */
async function callAgainAndAgain(stack: Stack, seconds: number): Promise<number> {
  const connection = openConnection('identity', stack.address('identity'), METHOD_OPTIONS);
  const client = createClient(AuthenticationService, connection);
  let calls = 0;
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1_000) {
      await client.getSigningKeys({});
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  connection.close();
  return calls / ((performance.now() - startedAt) / 1_000);
}

function printRounds(name: string, rounds: readonly Round[]): void {
  const middle = (of: (round: Round) => number): number => median(rounds.map(of));
  const shares = (side: keyof typeof GOALS): number[] =>
    rounds.map((round) => round[side].answersPerSecond / round.off.answersPerSecond);
  const titles = { off: 'off', metrics: 'with metrics', traces: 'with traces too' };
  const rows = (['off', 'metrics', 'traces'] as const).map((side) => [
    titles[side],
    middle((round) => round[side].answersPerSecond),
    middle((round) => round[side].answersPerSecond / round.off.answersPerSecond),
    middle((round) => round[side].cpu),
    middle((round) => round[side].cpu / round.off.cpu),
  ]);
  console.log();
  printTable([name, 'answers/s', 'of off', 'CPU ms', 'of off'], rows);
  printGoals(
    (['metrics', 'traces'] as const).map((side) => {
      const spread = shares(side);
      return { what: `${name} with ${side}, relative to off`, measured: median(spread), atLeast: GOALS[side], spread };
    }),
  );
}
