/**
 * Measures the evidence tool: each action on its largest input, compared with a read of a deal, and its effect on other
 * users.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { runAction } from '@svc/evidence/actions/run-action';
import { EvidenceInput } from '@svc/evidence/schemas/tool-input';
import type { Stack } from '@svc/scripts/stack/stack';
import { insertPeople, NO_LIMITS, type Person } from '../measuring/agents.ts';
import { type Bench, benchEnvironment, withStack } from '../measuring/bench.ts';
import { withDatabase } from '../measuring/database.ts';
import { type LoadGenerator, type LoadRequest, startLoad } from '../measuring/load.ts';
import { median, percentile, printGoals, printTable } from '../measuring/report.ts';
import { insertAccount } from '../measuring/seed-account.ts';
import { forgetPeak, peakMb, residentMb } from '../measuring/usage.ts';
import { evidenceInputs } from './evidence-inputs.ts';

const RUNS_MAX = 100;
/** Time budget of an action in milliseconds, after which it is not run again. */
const RUN_MS = 4_000;
const ROUNDS = 5;
const ROUND_SECONDS = 2;
const CONNECTIONS = 16;
const CALLERS = 4;
/** Milliseconds after its last large input for a service to release memory. */
const RELEASE_MS = 6_000;
/** A quarter of these videos have due checks. */
const VIDEOS = 2_000;
const PATH = '/viewcheck/evidence';
const JSON_TYPE = { 'Content-Type': 'application/json' };

export async function benchEvidence(bench: Bench): Promise<void> {
  measureActions();
  const environment = { ...benchEnvironment(), ...NO_LIMITS };
  await withStack(bench, (stack) => measureStack(bench, stack), { environment });
}

/** Milliseconds of each action, from viewcheck's input text to its answer text. */
function measureActions(): void {
  console.log(`\nevidence: actions on the largest inputs and on a quarter of them, up to ${RUNS_MAX} runs each`);
  const quarters = new Map(evidenceInputs(0.25));
  const rows = evidenceInputs(1).map(([name, input]) => ({
    name,
    bytes: JSON.stringify(input).length,
    whole: timesOf(input),
    quarter: timesOf(quarters.get(name) ?? {}),
  }));
  const ratios = rows.map(({ whole, quarter }) => mean(whole.processor) / mean(quarter.processor));
  printTable(
    ['action', 'KB', 'p50 ms', 'p99 ms', 'processor p50', 'p99', 'a quarter', 'ratio'],
    rows.map(({ name, bytes, whole, quarter }, index) => [
      name,
      bytes / 1_000,
      median(whole.clock),
      percentile(whole.clock, 0.99),
      median(whole.processor),
      percentile(whole.processor, 0.99),
      mean(quarter.processor),
      ratios[index] ?? NaN,
    ]),
  );
  printGoals([
    { what: 'slowest p99, ms', measured: slowestOf(rows.map(({ whole }) => whole.clock)), below: 250 },
    {
      what: 'slowest p99 of CPU time, ms',
      measured: slowestOf(rows.map(({ whole }) => whole.processor)),
      below: 250,
    },
    { what: 'largest input / a quarter of it', measured: Math.max(...ratios), below: 5 },
  ]);
}

/** The mean, because the resolution of CPU time is too coarse for short runs. */
function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function slowestOf(actions: readonly (readonly number[])[]): number {
  return Math.max(...actions.map((times) => percentile(times, 0.99)));
}

/** Wall-clock and CPU milliseconds; equal while nothing else runs. */
interface Times {
  readonly clock: number[];
  readonly processor: number[];
}

function timesOf(sent: object): Times {
  const { action, ...input } = EvidenceInput.parse(sent);
  const inputJson = JSON.stringify(input);
  const defaults = { asOf: new Date(), timeZone: 'UTC' };
  const run = (): number => {
    const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
    JSON.stringify(runAction(action, JSON.parse(inputJson) as typeof input, defaults));
    const { user, system } = process.threadCpuUsage(before);
    times.processor.push((user + system) / 1_000);
    times.clock.push(performance.now() - startedAt);
    return times.clock.at(-1) ?? 0;
  };
  const times: Times = { clock: [], processor: [] };
  run();
  // The first run warms up.
  times.clock.length = times.processor.length = 0;
  for (let sum = 0; times.clock.length < RUNS_MAX && sum < RUN_MS;) sum += run();
  return times;
}

async function measureStack(bench: Bench, stack: Stack): Promise<void> {
  const [load, callers] = [await startLoad(bench), await startLoad(bench)];
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  const people = await insertPeople(bench, stack, CALLERS);
  await compareWithRead(load, url, people);
  const viewcheck = stack.pid('viewcheck') ?? 0;
  forgetPeak(viewcheck);
  await measureOthers(bench, stack, url, people, { load, callers });
  const atOnce = residentMb(viewcheck);
  await pause(RELEASE_MS);
  printTable(
    ['memory of viewcheck', 'MB'],
    [
      ['at most', peakMb(viewcheck)],
      ['with the last answer', atOnce],
    ],
  );
  printGoals([{ what: 'memory of viewcheck after release, MB', measured: residentMb(viewcheck), below: 256 }]);
  await Promise.all([load.stop(), callers.stop()]);
}

const asAgent = ({ agentToken: token }: Person) => ({ token, headers: JSON_TYPE, idHeader: 'x-dd-request-id' });

async function compareWithRead(load: LoadGenerator, url: string, people: readonly Person[]): Promise<void> {
  console.log(`\nevidence: ${CONNECTIONS} connections of agents, medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s`);
  const candidates = Array.from({ length: 20 }, (_, index) => ({
    url: `https://www.youtube.com/watch?v=${String(index).padStart(11, '0')}`,
    title: 'Launch day',
    caption: 'Use code SAVE20 at checkout',
    viewCountText: '1.2M views',
    publishedText: 'May 1, 2026',
  }));
  const body = JSON.stringify({
    action: 'rank_candidates',
    requestedDate: '2026-05-01',
    promoCode: 'SAVE20',
    candidates,
  });
  const reads = people.map((each) => ({ ...asAgent(each), path: `/api/agent/deals/${each.dealId}` }));
  const judged = people.map((each) => ({ ...asAgent(each), method: 'POST', path: `/api/agent${PATH}`, body }));
  const perSecond = async (requests: readonly LoadRequest[]): Promise<number> =>
    (await load.run({ url, connections: CONNECTIONS, seconds: ROUND_SECONDS, requests })).requestsPerSecond;
  const rounds: { readonly read: number; readonly tool: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { read: await perSecond(reads), tool: await perSecond(judged) };
    // The first round warms up.
    if (round > 0) rounds.push(measured);
  }
  const ratios = rounds.map(({ read, tool }) => tool / read);
  printTable(
    ['', 'req/s'],
    [
      ['GET /api/agent/deals/:id', median(rounds.map(({ read }) => read))],
      ['20 candidates ranked', median(rounds.map(({ tool }) => tool))],
    ],
  );
  printGoals([{ what: '20 candidates ranked / a read', measured: median(ratios), spread: ratios, atLeast: 0.8 }]);
}

/** Measures whether users listing due checks are slowed by callers that send the largest inputs without a pause. */
async function measureOthers(
  bench: Bench,
  stack: Stack,
  url: string,
  people: readonly Person[],
  { load, callers }: { readonly load: LoadGenerator; readonly callers: LoadGenerator },
): Promise<void> {
  const { token } = await withDatabase(bench, stack.databaseAdminUrl, (db) => insertAccount(db, VIDEOS));
  const due = { url, connections: 1, count: 200, requests: [{ path: '/api/deals/due-views', token }] };
  const largest = evidenceInputs(1).map(([, input]) => JSON.stringify(input));
  const requests = people.flatMap((each) =>
    largest.map((body) => ({ ...asAgent(each), method: 'POST', path: `/api/agent${PATH}`, body })),
  );
  await load.run({ ...due, count: 50 });
  const alone = await load.run(due);
  const over = new AbortController();
  const sending = (async () => {
    let answered = 0;
    while (!over.signal.aborted) {
      const sent = await callers.run({ url, connections: CALLERS, count: CALLERS * largest.length, requests });
      answered += sent.requests;
    }
    return answered;
  })();
  const beside = await load.run(due);
  over.abort();
  console.log(
    `\nevidence: GET /api/deals/due-views, beside ${CALLERS} callers who were answered ${await sending} times`,
  );
  printTable(
    ['', 'p50 ms', 'p99 ms'],
    [
      ['alone', alone.p50, alone.p99],
      [`beside ${CALLERS} callers with the largest inputs`, beside.p50, beside.p99],
    ],
  );
  printGoals([{ what: 'p99 beside the callers, ms', measured: beside.p99, below: 200 }]);
}
