/** Measures uploads of screenshots: rate, size, and their effect on other requests and the service's memory. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Stack } from '@svc/scripts/stack/stack';
import sharp from 'sharp';
import type { Bench } from '../measuring/bench.ts';
import { insertUsers, withDatabase } from '../measuring/database.ts';
import { median, printGoals, printTable } from '../measuring/report.ts';
import { forgetPeak, peakMb, residentMb } from '../measuring/usage.ts';

const MIB = 1_048_576;
const USUAL_BYTES = 2_000_000;
const LARGEST_BYTES = 40 * MIB;
const USUAL_COUNT = 40;
const USUAL_PARALLEL = 4;
const RUNS = 5;
const LARGEST_PARALLEL = 12;
const POLL_MS = 20;
/** Side length in pixels; the image exceeds the pixel limit. */
const BOMB_SIDE = 20_000;

type Send = (image: Buffer) => Promise<number>;

export async function benchUploads(bench: Bench, stack: Stack): Promise<void> {
  const [user] = await withDatabase(bench, stack.databaseAdminUrl, (db) => insertUsers(db, 1));
  const pid = stack.pid('screenshot') ?? 0;
  const send: Send = (image) => upload(stack.gatewayUrl, user?.token ?? '', image);
  const picture = await sharp(randomBytes(640 * 480 * 3), { raw: { width: 640, height: 480, channels: 3 } })
    .png()
    .toBuffer();
  await send(padded(picture, USUAL_BYTES));

  const perSecond = await measureRate(send, picture);
  const waits: number[] = [];
  for (let run = 0; run < RUNS; run += 1) waits.push(await measureWait(stack.gatewayUrl, send, picture));
  console.log('\nuploads of screenshots');
  printTable(
    ['', 'measured'],
    [
      [`images of 2 MB per second, ${USUAL_PARALLEL} at a time`, perSecond],
      [`worst wait of others during a 40 MiB upload, ms, median of ${RUNS}`, median(waits)],
    ],
  );
  const crowd = await withPeak(pid, async () => {
    const images = Array.from({ length: LARGEST_PARALLEL }, () => padded(picture, LARGEST_BYTES));
    return Promise.all(images.map(send));
  });
  const bomb = await withPeak(pid, async () => [await send(blankPng(BOMB_SIDE))]);
  printTable(
    ['', '201', '503', '422', 'MB before', 'MB peak'],
    [row(`${LARGEST_PARALLEL} of 40 MiB at once`, crowd), row(`a PNG of ${BOMB_SIDE} x ${BOMB_SIDE} pixels`, bomb)],
  );
  printGoals([
    { what: 'worst wait of others, ms', measured: median(waits), below: 100 },
    { what: 'additional MB for the large PNG', measured: bomb.peak - bomb.before, below: 50 },
  ]);
}

function row(what: string, { answer, before, peak }: Peak<readonly number[]>): (string | number)[] {
  const count = (status: number): string => `${answer.filter((each) => each === status).length}`;
  return [what, count(201), count(503), count(422), before, peak];
}

async function measureRate(send: Send, picture: Buffer): Promise<number> {
  const startedAt = performance.now();
  let left = USUAL_COUNT;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const status = await send(padded(picture, USUAL_BYTES));
      if (status !== 201) throw new Error(`An upload answers ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: USUAL_PARALLEL }, work));
  return USUAL_COUNT / ((performance.now() - startedAt) / 1_000);
}

/** Longest wait, in milliseconds, of a health check sent every 20 ms during an upload. */
async function measureWait(gatewayUrl: string, send: Send, picture: Buffer): Promise<number> {
  const state = { isOver: false };
  const sent = send(padded(picture, LARGEST_BYTES)).finally(() => (state.isOver = true));
  let worstMs = 0;
  while (!state.isOver) {
    const askedAt = performance.now();
    await fetch(`${gatewayUrl}/api/health`).then((response) => response.arrayBuffer());
    worstMs = Math.max(worstMs, performance.now() - askedAt);
    await pause(POLL_MS);
  }
  const status = await sent;
  if (status !== 201) throw new Error(`An upload answers ${status}.`);
  return worstMs;
}

interface Peak<T> {
  readonly answer: T;
  /** Memory in megabytes. */
  readonly before: number;
  readonly peak: number;
}

async function withPeak<T>(pid: number, work: () => Promise<T>): Promise<Peak<T>> {
  forgetPeak(pid);
  const before = residentMb(pid);
  const answer = await work();
  return { answer, before, peak: peakMb(pid) };
}

async function upload(gatewayUrl: string, token: string, image: Buffer): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
  const reserved = await fetch(`${gatewayUrl}/api/screenshots/reserve`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  const { screenshotId } = (await reserved.json()) as { screenshotId: string };
  const response = await fetch(`${gatewayUrl}/api/screenshots/${screenshotId}/content`, {
    method: 'PUT',
    headers,
    body: new Uint8Array(image),
  });
  await response.arrayBuffer();
  return response.status === 200 ? 201 : response.status;
}

/** The picture padded with random bytes after its end, which make each file unique. */
function padded(picture: Buffer, bytes: number): Buffer {
  return Buffer.concat([picture, randomBytes(bytes - picture.length)]);
}

/** A PNG that is a small file with very many pixels. */
function blankPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((side + 1) * side), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
