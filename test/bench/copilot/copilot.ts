/** Measures what the copilot adds to the latency of its model, to the machine, and to other users. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import { type Bench, withStack } from '../measuring/bench.ts';
import { startChild } from '../measuring/child.ts';
import { withDatabase } from '../measuring/database.ts';
import { type LoadRequest, startLoad } from '../measuring/load.ts';
import { median, number, percentile, printGoals, printTable } from '../measuring/report.ts';
import type { TimedSpan } from '../measuring/span-sink.ts';
import { cpuMs, postgresCpuMs, residentMb, sharedMb } from '../measuring/usage.ts';
import { benchCrowd } from './copilot-crowd.ts';
import {
  type BenchModel,
  copilotStack,
  insertTalkers,
  messageOf,
  type Reader,
  startBenchModel,
  startReader,
  type Talker,
  wholeOnes,
} from './copilot-world.ts';

const WARM_UPS = 20;
const ONE_BY_ONE = 200;
const AT_ONCE = 16;
const ROUNDS_AT_ONCE = 20;
/** Milliseconds to wait until startup garbage is collected. */
const IDLE_MS = 15_000;
const REFUSED_USERS = 600;
/** Messages per user; below the limit per minute, which would refuse a user for another reason. */
const REFUSED_EACH = 15;
const TRACED = 40;
const QUESTION = 'What does the spring launch need?';

export async function benchCopilot(bench: Bench): Promise<void> {
  console.log('\ncopilot: against a model server that timestamps its pieces');
  const model = await startBenchModel(bench);
  const options = await copilotStack(bench, model);
  await withStack(
    bench,
    async (stack) => {
      await measureIdle(bench, stack);
      const reader = await startReader(bench);
      await measureFirstParts(bench, stack, model, reader);
      await measureRefusals(bench, stack, options.dataDir);
      await reader.stop();
      await benchCrowd(bench, stack, model);
    },
    options,
  );
  await measureSpans(bench, options);
}

async function measureIdle(bench: Bench, stack: Stack): Promise<void> {
  await sleep(IDLE_MS, undefined, { signal: bench.signal });
  const pid = stack.pid('copilot') ?? 0;
  printGoals([
    { what: 'copilot idle, models with tools, shared pages split (MB)', measured: sharedMb(pid), below: 90 },
    { what: 'the same with shared pages in full', measured: residentMb(pid) },
  ]);
}

/** Measures the time to the first piece of an answer beyond what the model server takes for the same prompt. */
async function measureFirstParts(bench: Bench, stack: Stack, model: BenchModel, { read }: Reader): Promise<void> {
  const talkers = await insertTalkers(bench, stack, WARM_UPS + ONE_BY_ONE + AT_ONCE * ROUNDS_AT_ONCE);
  const asks = talkers.map((talker) => messageOf(stack, talker, QUESTION));
  const reads = talkers.map(({ dealId, token }) => ({ path: `/api/deals/${dealId}`, token }));
  const firstMs = async (options: Parameters<typeof read>[0]): Promise<number[]> =>
    wholeOnes(await read(options)).map((stream) => stream.firstMs ?? NaN);
  await firstMs({ asks: asks.splice(0, WARM_UPS), atOnce: 1 });
  const bareAsk = { url: `${model.url}/chat/completions`, body: await model.lastBody() };
  const bareAsks = (count: number) => Array.from({ length: count }, () => bareAsk);
  await firstMs({ asks: bareAsks(WARM_UPS), atOnce: 1 });

  const bare = await firstMs({ asks: bareAsks(ONE_BY_ONE), atOnce: 1 });
  const alone = await firstMs({ asks: asks.splice(0, ONE_BY_ONE), atOnce: 1 });
  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  const ofDeals = await load.run({ url, connections: 1, count: ONE_BY_ONE, requests: reads });
  await load.stop();
  const bareCrowd = await firstMs({ asks: bareAsks(asks.length), atOnce: AT_ONCE });
  const crowd = await firstMs({ asks, atOnce: AT_ONCE });

  const rows = Object.entries({
    'the model server, one at a time': bare,
    'the copilot, one at a time': alone,
    [`the model server, ${AT_ONCE} at once`]: bareCrowd,
    [`the copilot, ${AT_ONCE} at once`]: crowd,
  });
  printTable(
    ['time to the first part, ms', 'p50', 'p90', 'p99'],
    rows.map(([name, times]) => [name, ...[0.5, 0.9, 0.99].map((share) => percentile(times, share))]),
  );
  console.log(
    `  a read of a deal for comparison, one at a time: p50 ${number(ofDeals.p50)}, p99 ${number(ofDeals.p99)} ms`,
  );
  const beyond = (times: number[], of: number[], share: number) => percentile(times, share) - median(of);
  printGoals([
    { what: 'overhead over the model server, p50 (ms)', measured: beyond(alone, bare, 0.5), below: 25 },
    { what: 'overhead over the model server, p99 (ms)', measured: beyond(alone, bare, 0.99), below: 80 },
    { what: `${AT_ONCE} at once, p99 (ms)`, measured: beyond(crowd, bareCrowd, 0.99), below: 250 },
  ]);
}

/** Measures messages of people who have reached their daily limit. */
async function measureRefusals(bench: Bench, stack: Stack, dataDir: string): Promise<void> {
  const talkers = await insertTalkers(bench, stack, REFUSED_USERS);
  const countMessages = (): Promise<number> =>
    withDatabase(bench, stack.databaseAdminUrl, async (db) => {
      const { rows } = await db.query<{ count: number }>(`select count(*)::int as count from memory.messages`);
      return rows[0]?.count ?? NaN;
    });
  await withDatabase(bench, stack.databaseAdminUrl, (db) =>
    db.query(
      `insert into memory.daily_usage (user_id, day, free_turns)
       select o.id, d.day, 1000 from unnest($1::uuid[]) as o (id), (values (current_date), (current_date + 1)) as d (day)`,
      [talkers.map(({ userId }) => userId)],
    ),
  );
  await checkRefusal(stack, talkers[0]);
  const before = await countMessages();
  const names = ['gateway', 'copilot', 'identity', 'deal'] as const;
  const cpu = (): number[] => [...names.map((name) => cpuMs(stack.pid(name) ?? 0)), postgresCpuMs(dataDir)];
  const load = await startLoad(bench);
  const measure = async (status: number, requests: readonly LoadRequest[]) => {
    const startCpu = cpu();
    const count = REFUSED_USERS * REFUSED_EACH;
    const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
    const result = await load.run({ url, connections: AT_ONCE, count, status, requests });
    return { ...result, cpuEach: cpu().map((ms, index) => (ms - (startCpu[index] ?? NaN)) / result.requests) };
  };
  const read = await measure(
    200,
    talkers.map(({ dealId, token }) => ({ path: `/api/deals/${dealId}`, token })),
  );
  const refused = await measure(
    429,
    talkers.map(({ conversationId, token }) => ({
      method: 'POST',
      path: `/api/copilot/conversations/${conversationId}/messages`,
      token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: QUESTION }),
    })),
  );
  await load.stop();
  printTable(
    ['processor, ms', ...names, 'postgres'],
    [
      ['a message refused by the limit', ...refused.cpuEach],
      ['a read of a deal, for comparison', ...read.cpuEach],
    ],
  );
  printGoals([
    { what: 'refused messages/s per core, copilot', measured: 1_000 / (refused.cpuEach[1] ?? NaN), atLeast: 500 },
    { what: 'the same, all processes and Postgres', measured: 1_000 / sum(refused.cpuEach) },
    { what: 'CPU of a refusal / CPU of a read', measured: sum(refused.cpuEach) / sum(read.cpuEach) },
    { what: 'p99 of a refusal (ms)', measured: refused.p99 },
    { what: 'refused messages that were stored', measured: (await countMessages()) - before, below: 1 },
  ]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function checkRefusal(stack: Stack, talker: Talker | undefined): Promise<void> {
  const path = `/api/copilot/conversations/${talker?.conversationId}/messages`;
  const { body } = await callApi<{ error?: { code?: string } }>(stack.gatewayUrl, 'POST', path, {
    token: talker?.token ?? '',
    body: { text: QUESTION },
  });
  if (!JSON.stringify(body).includes('FREE_DAILY_LIMIT_REACHED'))
    throw new Error(`The daily limit did not refuse the message: ${JSON.stringify(body)}`);
}

/** Breaks down the time: statements and calls of one question, and a read by a tool compared with the dashboard. */
async function measureSpans(
  bench: Bench,
  { environment, dataDir }: Awaited<ReturnType<typeof copilotStack>>,
): Promise<void> {
  const sink = await startChild(bench, 'measuring/span-sink.ts');
  const traced = {
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(sink.ready)}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  await withStack(
    bench,
    async (stack) => {
      const reader = await startReader(bench);
      const talkers = await insertTalkers(bench, stack, TRACED * 2 + WARM_UPS);
      const spansOf = async (work: () => Promise<unknown>): Promise<TimedSpan[]> => {
        await sink.ask<TimedSpan[]>('take');
        await work();
        // Spans are exported with a delay.
        await sleep(1_000, undefined, { signal: bench.signal });
        return sink.ask<TimedSpan[]>('take');
      };
      const asked = (some: readonly Talker[], text: (talker: Talker) => string) => async () =>
        wholeOnes(await reader.read({ asks: some.map((talker) => messageOf(stack, talker, text(talker))), atOnce: 1 }));
      const [warm, plain, reading] = [
        talkers.slice(0, WARM_UPS),
        talkers.slice(WARM_UPS, WARM_UPS + TRACED),
        talkers.slice(-TRACED),
      ];
      await asked(warm, ({ dealId }) => `read:${dealId}`)();
      printSpans(await spansOf(asked(plain, () => QUESTION)));
      const tools = await spansOf(asked(reading, ({ dealId }) => `read:${dealId}`));
      const dashboard = await spansOf(async () => {
        for (const { dealId, token } of [...reading, ...reading])
          await callApi(stack.gatewayUrl, 'GET', `/api/deals/${dealId}`, { token });
      });
      await reader.stop();
      const read = median(timesOf(tools, 'execute_tool deals.get'));
      const page = median(timesOf(dashboard, 'deals.get'));
      printGoals([
        { what: 'a read by a tool (ms)', measured: read },
        { what: 'the same read on the dashboard (ms)', measured: page },
        { what: 'overhead of the tool (ms)', measured: read - page, below: 2 },
      ]);
    },
    { environment: traced, dataDir },
  );
  await sink.stop();
}

function timesOf(spans: readonly TimedSpan[], name: string): number[] {
  return spans.flatMap((span) => (span.name === name ? span.ms : []));
}

function printSpans(spans: readonly TimedSpan[]): void {
  const names = new Map<string, number[]>();
  for (const { service, name, ms } of spans) {
    const key = `${service}  ${name}`;
    names.set(key, [...(names.get(key) ?? []), ms]);
  }
  printTable(
    ['one question, with traces', 'times', 'ms each'],
    [...names]
      .map(([name, times]) => [name, times.length / TRACED, median(times)] as const)
      .filter(([, times]) => times >= 0.5)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
}
