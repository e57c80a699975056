/**
 * A process that decodes images for its parent, one at a time, so that a malicious image can harm no other process. It has no settings, no secrets
 * and no other connections.
 */
import { writeFileSync } from 'node:fs';
import { gatherBytes } from '@svc/chassis/bodies/request-body';
import { noUploadCapacity } from '../errors/image-errors.js';
import { type FromDecoder, OUT_OF_MEMORY_EXIT_CODE, type ToDecoder } from './decoder-messages.js';
import { type ImageJob, type ProcessedImage, processImage } from './process-image.js';

/** Memory limit of this process: an image's maximum plus 65 MB for itself. */
const RSS_MAX = 336_000_000;
const LOOK_EVERY_MS = 20;
const REPORT_EVERY_MS = 500;
/** A process that holds more memory than this after an image exits, so that the next image gets a fresh one. */
const RSS_KEPT_MAX = 140_000_000;

const state: { body: ((body: Buffer) => void) | undefined; isAdmitted: ((isAdmitted: boolean) => void) | undefined } = {
  body: undefined,
  isAdmitted: undefined,
};

// A signal to the whole process group, such as Ctrl+C, is for the parent, which ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: ToDecoder) => {
  if (message.kind === 'admitted') return state.isAdmitted?.(message.isAdmitted);
  void decode(message.job, message.bytes);
});
setInterval(() => {
  if (process.memoryUsage.rss() > RSS_MAX) process.exit(OUT_OF_MEMORY_EXIT_CODE);
}, LOOK_EVERY_MS);
dieFirst();

async function decode(job: ImageJob, bytes: number): Promise<void> {
  const endReports = reportWork();
  const body = await readBody(bytes);
  const outcome = await processImage(job, body, reserve);
  endReports();
  if (outcome.ok) answer(outcome.image);
  else tell({ kind: 'refused', refusal: outcome.refusal });
}

/** Reports the CPU time used for the image, until the returned function is called. */
function reportWork(): () => void {
  const [startedAt, atStart] = [performance.now(), process.cpuUsage()];
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(atStart);
    // Several threads may use several CPUs at once.
    tell({ kind: 'worked', ms: Math.min((user + system) / 1_000, performance.now() - startedAt) });
  }, REPORT_EVERY_MS);
  return () => clearInterval(timer);
}

/** Reads exactly this many bytes. */
async function readBody(bytes: number): Promise<Buffer> {
  const gathering = gatherBytes(bytes);
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = bytes;
  const take = (chunk: Buffer): void => {
    gathering.add(chunk);
    left -= chunk.length;
    if (left <= 0) resolve();
  };
  process.stdin.on('data', take).resume();
  if (bytes > 0) await promise;
  process.stdin.off('data', take).pause();
  const [block = new Uint8Array()] = gathering.blocks();
  return Buffer.from(block.buffer, block.byteOffset, block.byteLength);
}

async function reserve(bytes: number): Promise<void> {
  const answered = new Promise<boolean>((resolve) => (state.isAdmitted = resolve));
  // Frees the garbage left by reading the body first.
  globalThis.gc?.();
  tell({ kind: 'needs', bytes });
  if (!(await answered)) throw noUploadCapacity();
}

function answer({ original, derived, ...image }: ProcessedImage): void {
  const names = Object.keys(derived);
  const parts = [...(original ? [original] : []), ...Object.values(derived)];
  const sizes = parts.map(({ byteLength }) => byteLength);
  globalThis.gc?.();
  const isLast = process.memoryUsage.rss() - parts.reduce((sum, part) => sum + part.byteLength, 0) > RSS_KEPT_MAX;
  tell({ kind: 'image', image, hasOriginal: original !== null, names, sizes, isLast });
  // The parent reads stdout only after this message.
  for (const part of parts) process.stdout.write(part);
}

function tell(message: FromDecoder): void {
  process.send?.(message);
}

/** Makes the kernel kill this process first if the machine runs out of memory. */
function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Exists only on Linux, and not in every sandbox.
  }
}
