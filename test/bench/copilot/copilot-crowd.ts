/** Two hundred concurrent answers, readers that stall, and readers that leave. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@svc/scripts/stack/stack';
import type { Bench } from '../measuring/bench.ts';
import { startChild } from '../measuring/child.ts';
import { type Goal, percentile, printGoals, printTable } from '../measuring/report.ts';
import type { SteadyAsks } from '../measuring/steady-asks.ts';
import { cpuMs, forgetPeak, peakMb, residentMb } from '../measuring/usage.ts';
import type { ReadStream } from './copilot-reader.ts';
import { type BenchModel, insertTalkers, messageOf, startReader, type Talker } from './copilot-world.ts';

const TURNS = 200;
const PIECES_PER_SECOND = 50;
const SECONDS = 20;
/** Milliseconds between starts, so that all answers overlap for four fifths of their duration. */
const APART_MS = 20;
const STALLED = 40;
/** Milliseconds between reads of a deal during the turns, and duration of the baseline without turns. */
const READ_EVERY_MS = 50;
const QUIET_MS = 10_000;
/** Milliseconds after which memory must be back to normal. */
const SETTLE_MS = 60_000;
/** Milliseconds within which calls for absent users end: 15 s, and a second to notice. */
const GONE_MS = 17_000;
const MEASURED = ['copilot', 'gateway'] as const;

/** A warm-up turn; processes keep memory allocated during their first load. */
const WARM_UP = 'stream:50:20';
const ANSWER = `stream:${PIECES_PER_SECOND * SECONDS}:${1_000 / PIECES_PER_SECOND}`;

export async function benchCrowd(bench: Bench, stack: Stack, model: BenchModel): Promise<void> {
  const talkers = await insertTalkers(bench, stack, 3 * TURNS + STALLED);
  const next = (count: number): Talker[] => talkers.splice(0, count);
  await readAll(bench, stack, next(TURNS), WARM_UP);
  await measureTurns(bench, stack, next(TURNS));
  await measureStalled(bench, stack, model, next(STALLED));
  await measureLeaving(bench, stack, model, next(TURNS));
}

/** Memory in megabytes of the processes that handle turns. */
interface Memory {
  readonly before: number[];
  readonly peak: number[];
  readonly after: number[];
}

async function measureTurns(bench: Bench, stack: Stack, talkers: readonly Talker[]): Promise<void> {
  const [witness] = talkers;
  const pids = MEASURED.map((name) => stack.pid(name) ?? 0);
  const { taken: quiet } = await readsWhile(bench, stack, witness, () =>
    sleep(QUIET_MS, undefined, { signal: bench.signal }),
  );
  const memory = await memoryOf(bench, stack, () =>
    readsWhile(bench, stack, witness, async () => {
      const started = pids.map(cpuMs);
      const read = await readAll(bench, stack, talkers, ANSWER);
      return { streams: read, cpu: pids.map((pid, index) => cpuMs(pid) - (started[index] ?? NaN)) };
    }),
  );
  const { before, peak, after } = memory;
  const { taken: busy, result } = memory.made;
  const { streams, cpu } = result;
  const late = streams.flatMap(({ lateMs }) => lateMs);
  const whole = streams.filter(
    ({ isWhole, lateMs }) => isWhole && lateMs.length === PIECES_PER_SECOND * SECONDS,
  ).length;
  console.log(`  ${TURNS} turns at once, ${PIECES_PER_SECOND} parts/s each for ${SECONDS} s`);
  printMemory(memory);
  printEnds(streams);
  const grown = MEASURED.map((_, index) => ((peak[index] ?? NaN) - (before[index] ?? NaN)) / TURNS);
  const back = MEASURED.map((_, index) => (after[index] ?? NaN) / (before[index] ?? NaN));
  const cpuEach = cpu.map((ms) => (ms / late.length) * 1_000);
  printGoals([
    { what: 'complete turns', measured: whole, atLeast: TURNS },
    { what: 'delay of a part, p50 (ms)', measured: percentile(late, 0.5) },
    { what: 'delay of a part, p99 (ms)', measured: percentile(late, 0.99), below: 150 },
    { what: 'CPU per part, copilot (µs)', measured: cpuEach[0] ?? NaN },
    { what: 'CPU per part, gateway (µs)', measured: cpuEach[1] ?? NaN },
    { what: 'memory per turn, copilot (MB)', measured: grown[0] ?? NaN, below: 1 },
    { what: 'memory per turn, gateway (MB)', measured: grown[1] ?? NaN, below: 0.5 },
    ...MEASURED.map((name, index): Goal => {
      return { what: `memory after / before, ${name}`, measured: back[index] ?? NaN, below: 1.1 };
    }),
    { what: 'p99 of GET /api/deals/:id, baseline (ms)', measured: percentile(quiet, 0.99) },
    { what: 'p99 during the turns / baseline', measured: percentile(busy, 0.99) / percentile(quiet, 0.99), below: 2 },
  ]);
}

async function readAll(
  bench: Bench,
  stack: Stack,
  talkers: readonly Talker[],
  text: string,
): Promise<readonly ReadStream[]> {
  const reader = await startReader(bench);
  const asks = talkers.map((talker) => messageOf(stack, talker, text));
  const streams = await reader.read({ asks, atOnce: TURNS, apartMs: APART_MS });
  await reader.stop();
  return streams;
}

/** Sends reads of a deal at a steady rate while `work` runs; returns the duration of each in milliseconds. */
async function readsWhile<Result>(
  bench: Bench,
  { gatewayUrl }: Stack,
  talker: Talker | undefined,
  work: () => Promise<Result>,
): Promise<{ readonly taken: number[]; readonly result: Result }> {
  const child = await startChild(bench, 'measuring/steady-asks.ts');
  const url = `${gatewayUrl.replace('localhost', '127.0.0.1')}/api/deals/${talker?.dealId}`;
  const asks = { asks: [{ url, token: talker?.token ?? '' }], everyMs: READ_EVERY_MS } satisfies SteadyAsks;
  await child.ask(asks);
  const result = await work();
  const [taken = []] = await child.ask<number[][]>('end');
  await child.stop();
  return { taken, result };
}

/** Checks that the product buffers only a bounded part of an unread answer. */
async function measureStalled(
  bench: Bench,
  stack: Stack,
  model: BenchModel,
  talkers: readonly Talker[],
): Promise<void> {
  const reader = await startReader(bench);
  const memory = await memoryOf(bench, stack, async () => {
    const asks = talkers.map((talker) => messageOf(stack, talker, ANSWER));
    await reader.read({ asks, atOnce: STALLED, apartMs: APART_MS, manner: 'stall' });
    await sleep(SECONDS * 1_000, undefined, { signal: bench.signal });
    await reader.stop();
  });
  console.log(`  ${STALLED} readers that never read an answer of ${SECONDS} s`);
  printMemory(memory);
  const grown = MEASURED.map((_, index) => ((memory.peak[index] ?? NaN) - (memory.before[index] ?? NaN)) / STALLED);
  printGoals([
    { what: 'memory per reader, copilot (MB)', measured: grown[0] ?? NaN, below: 1 },
    { what: 'memory per reader, gateway (MB)', measured: grown[1] ?? NaN, below: 0.5 },
    { what: 'model calls still open', measured: await model.countOpen(), below: 1 },
  ]);
}

async function measureLeaving(
  bench: Bench,
  stack: Stack,
  model: BenchModel,
  talkers: readonly Talker[],
): Promise<void> {
  const reader = await startReader(bench);
  // Long enough to outlast the grace period without a follower.
  const text = `stream:${PIECES_PER_SECOND * 60}:${1_000 / PIECES_PER_SECOND}`;
  const asks = talkers.map((talker) => messageOf(stack, talker, text));
  await reader.read({ asks, atOnce: TURNS, apartMs: APART_MS, manner: 'leave' });
  const leftAt = performance.now();
  const atFirst = await model.countOpen();
  while ((await model.countOpen()) > 0 && performance.now() - leftAt < 2 * GONE_MS)
    await sleep(100, undefined, { signal: bench.signal });
  printGoals([
    { what: `open model calls when ${TURNS} people have left`, measured: atFirst },
    {
      what: 'seconds until no model call is open',
      measured: (performance.now() - leftAt) / 1_000,
      below: GONE_MS / 1_000,
    },
  ]);
  await reader.stop();
}

async function memoryOf<Made>(
  bench: Bench,
  stack: Stack,
  work: () => Promise<Made>,
): Promise<Memory & { readonly made: Made }> {
  const pids = MEASURED.map((name) => stack.pid(name) ?? 0);
  const before = pids.map(residentMb);
  for (const pid of pids) forgetPeak(pid);
  const made = await work();
  const peak = pids.map(peakMb);
  await sleep(SETTLE_MS, undefined, { signal: bench.signal });
  return { before, peak, after: pids.map(residentMb), made };
}

/** Prints how incomplete answers ended, which is the first clue to a failure. */
function printEnds(streams: readonly ReadStream[]): void {
  const ends = new Map<string, number>();
  for (const { status, isWhole, firstMs, code = 'no error' } of streams) {
    const how = status === 200 ? (isWhole ? 'ended' : 'broke off') : 'refused';
    const end = `${status}, ${how}, ${firstMs === null ? 'nothing said' : 'something said'}, ${code}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  printTable(['answers', 'times'], [...ends]);
}

function printMemory({ before, peak, after }: Memory): void {
  printTable(
    ['megabytes', 'before', 'at most', 'a minute later'],
    MEASURED.map((name, index) => [name, before[index] ?? NaN, peak[index] ?? NaN, after[index] ?? NaN]),
  );
}
