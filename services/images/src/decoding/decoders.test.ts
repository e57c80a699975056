import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflate } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { createLog } from '@svc/chassis/logging/log';
import { eventually } from '@svc/chassis/testing/eventually';
import { paint } from '../testing/test-images.js';
import { type Decoders, type DecodersOptions, openDecoders } from './decoders.js';
import type { ImageJob, ProcessedImage } from './process-image.js';

const MEGABYTE = 1_000_000;
const JOB: ImageJob = { form: 'bytes', declaration: {}, imageBytesMax: 41_943_040 };

let decoders: Decoders;

function open(options: Partial<DecodersOptions> = {}): void {
  decoders = openDecoders({ log: createLog('test', 'fatal'), ...options });
}

afterEach(() => decoders.close());

function decode(image: Buffer): Promise<ProcessedImage> {
  return decoders.decode(JOB, [image]);
}

test('an interlaced PNG of 100 megapixels with 16 bits per channel is refused before memory is allocated', async () => {
  open();
  const image = await interlacedPng(10_000);
  await decode(await paint(64, 40).png().toBuffer());
  const before = process.memoryUsage.rss();

  const refused = await Promise.allSettled([decode(image), decode(image)]);

  for (const each of refused) {
    expect(each).toMatchObject({ reason: { code: 'IMAGE_TOO_LARGE', message: expect.stringMatching(/interlaced/) } });
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEGABYTE);
  for (const pid of decoders.pids()) expect(mostMemoryOf(pid)).toBeLessThan(320 * MEGABYTE);
});

test.each([
  ['a PNG with alpha', () => paint(4_096, 4_096).ensureAlpha(0.5).png({ compressionLevel: 1 })],
  ['a progressive JPEG', () => paint(5_000, 4_000).jpeg({ progressive: true })],
])('%s of many pixels is rendered within the memory of one process', async (_what, make) => {
  open();
  const image = await make().toBuffer();

  expect(await decode(image)).toMatchObject({ frames: 1 });

  for (const pid of decoders.pids()) expect(mostMemoryOf(pid)).toBeLessThan(336 * MEGABYTE);
});

test('a killed decoder loses only its own image, with a clear error, and the next one is decoded', async () => {
  open();
  const small = await paint(64, 40).png().toBuffer();
  await decode(small);
  const [pid = 0] = decoders.pids();

  process.kill(pid, 'SIGSTOP');
  const lost = decode(small).catch((error: unknown) => error);
  process.kill(pid, 'SIGKILL');

  expect(await lost).toMatchObject({
    code: 'IMAGE_CORRUPT',
    message: expect.stringMatching(/Try again; if that fails too/),
  });
  expect(await decode(small)).toMatchObject({ width: 64, height: 40 });
  expect(decoders.pids()).not.toContain(pid);
});

test('a decoder that hangs is terminated, and images queued behind it are processed', async () => {
  open({ jobMs: 12_000 });
  const small = await paint(64, 40).png().toBuffer();
  await Promise.all([decode(small), decode(small)]);
  for (const pid of decoders.pids()) process.kill(pid, 'SIGSTOP');

  const outcomes = await Promise.allSettled([decode(small), decode(small), decode(small)]);

  const late = { status: 'rejected', reason: { code: 'IMAGE_CORRUPT', message: expect.stringMatching(/too long/) } };
  expect(outcomes).toMatchObject([late, late, { status: 'fulfilled', value: { width: 64 } }]);
});

test('an image that gets no CPU time in time may be sent again', async () => {
  open({ ceilingMs: 300 });
  const waiting = decode(await paint(64, 40).png().toBuffer()).catch((error: unknown) => error);
  const pid = await busyPid(0);

  process.kill(pid, 'SIGSTOP');

  expect(await waiting).toMatchObject({ code: 'UPLOAD_CAPACITY', retryAfterSeconds: 2 });
  await eventually(() => expect(decoders.pids()).not.toContain(pid));
});

test("waiting for memory does not count against an image's time", async () => {
  open({ jobMs: 10_000 });
  const image = await largest();
  const hanging = decode(image).catch((error: unknown) => error);
  process.kill(await busyPid(150 * MEGABYTE), 'SIGSTOP');

  const waiting = decode(image);

  expect(await hanging).toMatchObject({ code: 'IMAGE_CORRUPT', message: expect.stringMatching(/too long/) });
  expect(await waiting).toMatchObject({ width: 7_000, height: 7_000 });
});

test('a decoder that dies while its image waits for memory reserves none', async () => {
  open();
  const image = await largest();
  const first = decode(image);
  const pid = await busyPid(150 * MEGABYTE);
  process.kill(pid, 'SIGSTOP');
  const second = decode(Buffer.concat([image], 40 * MEGABYTE)).catch((error: unknown) => error);

  // It has read the body, but may not decode it yet.
  const waiting = await busyPid(95 * MEGABYTE, pid);
  await untilIdle(waiting);
  process.kill(waiting, 'SIGKILL');
  expect(await second).toMatchObject({ code: 'IMAGE_CORRUPT' });
  process.kill(pid, 'SIGCONT');
  await first;

  expect(await decode(image)).toMatchObject({ width: 7_000, height: 7_000 });
});

test('when too many images wait, the next one is refused', async () => {
  open();
  const small = await paint(64, 40).png().toBuffer();

  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => decode(small)));

  const refused = outcomes.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(6);
  for (const each of refused) expect(each.reason).toMatchObject({ code: 'UPLOAD_CAPACITY', retryAfterSeconds: 2 });
});

test('idle decoders exit', async () => {
  open({ idleMs: 10 });

  await decode(await paint(64, 40).png().toBuffer());

  await eventually(() => expect(decoders.pids()).toEqual([]));
});

/** The largest accepted image: two of them need more than the memory for images. */
function largest(): Promise<Buffer> {
  return paint(7_000, 7_000).png({ progressive: true, compressionLevel: 1 }).toBuffer();
}

/** Waits for a decoder other than `other` that uses more memory than this. */
function busyPid(bytes: number, other?: number): Promise<number> {
  return eventually(() => {
    const [pid = 0] = decoders.pids().filter((each) => each !== other);
    expect(pid).not.toBe(0);
    expect(mostMemoryOf(pid)).toBeGreaterThan(bytes);
    return pid;
  });
}

/** Waits until a process has used no CPU time for a while. */
async function untilIdle(pid: number): Promise<void> {
  let last = '';
  let same = 0;
  await eventually(() => {
    const [, , , , , , , , , , , , , user = '', system = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    same = `${user} ${system}` === last ? same + 1 : 0;
    last = `${user} ${system}`;
    expect(same).toBeGreaterThan(5);
  });
}

/** Peak memory of a process, in bytes. */
function mostMemoryOf(pid: number): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
}

/** A square PNG of one color: interlaced, with alpha, 16 bits per channel; the lines of its seven passes, and their filters, are zeros. */
async function interlacedPng(side: number): Promise<Buffer> {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 16, 6, 0, 0, 1]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const parts: Buffer[] = [];
  const lines = Buffer.alloc(MEGABYTE);
  const zeros = function* (): Generator<Buffer> {
    for (let left = side * side * 8 + (side * 15) / 8; left > 0; left -= lines.length) {
      yield lines.subarray(0, Math.min(left, lines.length));
    }
  };
  const collect = new Writable({ write: (part: Buffer, _encoding, done) => (parts.push(part), done()) });
  await pipeline(zeros, createDeflate({ level: 1 }), collect);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', Buffer.concat(parts)), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
