/** Measures the cost of the largest image, and how long other requests wait while it is processed. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callApi } from '@svc/scripts/stack/http';
import sharp from 'sharp';
import { type Bench, withStack } from '../measuring/bench.ts';
import { median, printGoals, printTable } from '../measuring/report.ts';
import { benchImageMemory } from './image-memory.ts';

const RUNS = 5;
const IMAGE_BYTES = 41_943_040;
const POLL_MS = 20;

interface Upload {
  readonly seconds: number;
  /** Longest wait, in milliseconds, of a health check sent every 20 ms. */
  readonly worstWaitMs: number;
}

export async function benchImages(bench: Bench): Promise<void> {
  await withStack(bench, async (stack) => {
    console.log(`\nimages: POST /api/shorten/photos with an image of 40 MiB in JSON, medians of ${RUNS} runs`);
    const account = { email: `${randomBytes(8).toString('hex')}@example.test`, password: 'a long password', name: 'B' };
    const signUp = await callApi<{ token: string }>(stack.gatewayUrl, 'POST', '/api/auth/signup', { body: account });
    const body = JSON.stringify({ image: (await makeImage()).toString('base64') });
    const upload = (): Promise<Upload> => measure(stack.gatewayUrl, stack.shortenerUrl, signUp.body.token, body);
    await upload();
    const uploads: Upload[] = [];
    for (let run = 0; run < RUNS; run += 1) uploads.push(await upload());
    const seconds = median(uploads.map((each) => each.seconds));
    const worstWaitMs = median(uploads.map((each) => each.worstWaitMs));
    printTable(['', 'seconds', 'worst wait of others, ms'], [['an upload', seconds, worstWaitMs]]);
    printGoals([{ what: 'worst wait of others, ms', measured: worstWaitMs, below: 100 }]);
    await benchImageMemory(bench, stack);
  });
}

/** A small picture padded with bytes after its end, which count as part of the file. */
async function makeImage(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2864a0' } })
    .png()
    .toBuffer();
  return Buffer.concat([picture, Buffer.alloc(IMAGE_BYTES - picture.length)]);
}

async function measure(gatewayUrl: string, shortenerUrl: string, token: string, body: string): Promise<Upload> {
  const startedAt = performance.now();
  const state = { isOver: false };
  const upload = fetch(`${gatewayUrl}/api/shorten/photos`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  }).finally(() => (state.isOver = true));
  let worstWaitMs = 0;
  while (!state.isOver) {
    const askedAt = performance.now();
    await fetch(`${shortenerUrl}/api/shortener/v1/health`).then((response) => response.text());
    worstWaitMs = Math.max(worstWaitMs, performance.now() - askedAt);
    await pause(POLL_MS);
  }
  const response = await upload;
  if (response.status !== 201) throw new Error(`The upload answers ${response.status}: ${await response.text()}`);
  return { seconds: (performance.now() - startedAt) / 1_000, worstWaitMs };
}
