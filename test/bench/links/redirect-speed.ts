/**
 * Measures redirects per second; each round runs between two runs of the bare server, because other load on the machine
 * changes over time.
 */
import type { Bench } from '../measuring/bench.ts';
import { startChild } from '../measuring/child.ts';
import { median, printGoals, printTable } from '../measuring/report.ts';
import { cpuMs } from '../measuring/usage.ts';
import { targetOf } from './redirect-links.ts';
import { pinTo, type RedirectLoad, type RedirectLoadOptions, startRedirectLoad } from './redirect-load.ts';
import type { RedirectStores } from './redirect-servers.ts';

const MANY_LINKS = 10_000;
const ROUNDS = 5;
const ROUND_SECONDS = 2;
/** Duration of the bare server's runs before and after each round. */
const BARE_SECONDS = 1;
const WARM_UP_SECONDS = 2;
/** Server and load run on separate cores. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const FEW_CONNECTIONS = 64;
const MANY_CONNECTIONS = 256;
/** If the bare server drops below this share of its best, other work disturbed the round, and it is repeated. */
const DISTURBED_BELOW = 0.85;
const TRIES = 2;

interface Server {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

type Servers = Readonly<Record<'bare' | 'cached' | 'uncached' | 'alone' | 'traced', Server>>;

/** One server under one load. */
interface Side {
  readonly name: string;
  readonly server: Server;
  readonly ask: Omit<RedirectLoadOptions, 'url' | 'seconds'>;
  /** Minimum share of the bare server's requests. */
  readonly goal?: number;
}

interface Result {
  readonly requestsPerSecond: number;
  readonly p99: number;
  /** CPU microseconds of the server per request. */
  readonly cpu: number;
}

interface Round {
  readonly side: Side;
  /** Results of the bare server before and after the round. */
  readonly bare: readonly [Result, Result];
  readonly ours: Result;
  readonly isDisturbed: boolean;
}

/** Compares the sides. `forgetClicks` clears the clicks that rounds leave in Redis, because no consumer runs. */
export async function compareSpeed(
  bench: Bench,
  stores: RedirectStores,
  forgetClicks: () => Promise<void>,
): Promise<void> {
  const load = await startRedirectLoad(bench, LOAD_CORE);
  console.log(
    `\nredirects: ${load.name} on one core, the server on another, medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s`,
  );
  const servers = await startServers(bench, stores);
  for (const { pid } of Object.values(servers)) pinTo(SERVER_CORE, pid);
  const sides = sidesOf(servers);
  const best = new Map<number, number>();
  for (const side of sides) {
    for (const each of [bareOf(side, servers.bare), side]) await measure(load, each, WARM_UP_SECONDS);
  }
  const rounds: Round[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    for (const side of sides) {
      rounds.push(await runRound(load, side, servers.bare, best));
      await forgetClicks();
    }
  }
  for (const { stop } of Object.values(servers)) await stop();
  printRounds(sides, rounds);
}

async function startServers(bench: Bench, stores: RedirectStores): Promise<Servers> {
  const bare = await startChild(bench, 'reference/redirect.ts', targetOf(0));
  const sink = await startChild(bench, 'measuring/trace-sink.ts');
  const { redisUrl: REDIS_URL } = stores;
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${String(sink.ready)}`;
  return {
    bare: { url: `http://127.0.0.1:${String(bare.ready)}`, pid: bare.pid, stop: bare.stop },
    cached: await stores.startShortener({ REDIS_URL }),
    uncached: await stores.startShortener({ REDIS_URL, LINK_CACHE_MAX: '100' }),
    alone: await stores.startShortener({ LINK_CACHE_MAX: '100' }),
    traced: await stores.startShortener({ REDIS_URL, OTEL_EXPORTER_OTLP_ENDPOINT }),
  };
}

function sidesOf({ cached, uncached, alone, traced }: Servers): Side[] {
  const hot = { connections: FEW_CONNECTIONS, first: 0, count: 1, status: 302 } as const;
  const many = { ...hot, count: MANY_LINKS };
  const unknown = { ...many, first: 9_000_000, status: 404 } as const;
  const crowd = { connections: MANY_CONNECTIONS };
  return [
    { name: 'one link, in the process', server: cached, ask: hot, goal: 0.85 },
    { name: 'the same with traces', server: traced, ask: hot },
    { name: `${MANY_LINKS} links, in the process`, server: cached, ask: many },
    { name: `${MANY_LINKS} links, in Redis`, server: uncached, ask: many, goal: 0.6 },
    { name: 'one link, without Redis', server: alone, ask: hot },
    { name: `${MANY_LINKS} links, in Postgres`, server: alone, ask: many },
    { name: `${MANY_LINKS} unknown ids`, server: cached, ask: unknown },
    { name: 'one link, in the process', server: cached, ask: { ...hot, ...crowd }, goal: 0.85 },
    { name: `${MANY_LINKS} links, in the process`, server: cached, ask: { ...many, ...crowd } },
    { name: `${MANY_LINKS} links, in Redis`, server: uncached, ask: { ...many, ...crowd }, goal: 0.6 },
  ];
}

/** `best` holds the bare server's best requests per second, by number of connections. */
async function runRound(load: RedirectLoad, side: Side, server: Server, best: Map<number, number>): Promise<Round> {
  const { connections } = side.ask;
  const measureBare = () => measure(load, bareOf(side, server), BARE_SECONDS);
  for (let tries = 1; ; tries += 1) {
    const before = await measureBare();
    const ours = await measure(load, side, ROUND_SECONDS);
    const after = await measureBare();
    const rate = meanRate([before, after]);
    const most = Math.max(best.get(connections) ?? 0, rate);
    best.set(connections, most);
    const isDisturbed = rate < DISTURBED_BELOW * most;
    if (!isDisturbed || tries === TRIES) return { side, bare: [before, after], ours, isDisturbed };
  }
}

function meanRate([before, after]: Round['bare']): number {
  return (before.requestsPerSecond + after.requestsPerSecond) / 2;
}

/** The same requests to the bare server, which redirects every path. */
function bareOf({ name, ask }: Side, server: Server): Side {
  return { name, server, ask: { ...ask, status: 302 } };
}

async function measure(load: RedirectLoad, { server, ask }: Side, seconds: number): Promise<Result> {
  const before = cpuMs(server.pid);
  const { requests, requestsPerSecond, p99 } = await load.run({ url: server.url, seconds, ...ask });
  return { requestsPerSecond, p99, cpu: ((cpuMs(server.pid) - before) / requests) * 1_000 };
}

function printRounds(sides: readonly Side[], rounds: readonly Round[]): void {
  const rowOf = (name: string, connections: number, results: readonly Result[], share: number) => [
    name,
    `${connections}`,
    median(results.map((result) => result.requestsPerSecond)),
    share,
    median(results.map((result) => result.p99)),
    median(results.map((result) => result.cpu)),
  ];
  const of = (side: Side): Round[] => rounds.filter((round) => round.side === side);
  const shareOf = (side: Side): number =>
    median(of(side).map(({ bare, ours }) => ours.requestsPerSecond / meanRate(bare)));
  const rows = [FEW_CONNECTIONS, MANY_CONNECTIONS].flatMap((connections) => {
    const alike = sides.filter(({ ask }) => ask.connections === connections);
    const bare = alike.flatMap((side) => of(side).flatMap((round) => round.bare));
    const ours = alike.map((side) => {
      const results = of(side).map((round) => round.ours);
      return rowOf(side.name, connections, results, shareOf(side));
    });
    return [rowOf('bare node:http', connections, bare, 1), ...ours];
  });
  printTable(['', 'connections', 'req/s', 'vs bare Node', 'p99 ms', 'CPU µs'], rows);
  const disturbed = rounds.filter(({ isDisturbed }) => isDisturbed).length;
  if (disturbed > 0)
    console.log(`  other work on the machine disturbed ${disturbed} of ${rounds.length} rounds: trust them less`);
  printGoals(
    sides.flatMap((side) => {
      const what = `${side.name}, ${side.ask.connections} connections, relative to bare Node`;
      return side.goal === undefined ? [] : [{ what, measured: shareOf(side), atLeast: side.goal }];
    }),
  );
}
