import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { createRequire } from 'node:module';
import { gatherBytes } from '@svc/chassis/bodies/request-body';
import type { AppError } from '@svc/chassis/errors/app-error';
import { fromRefusal } from '@svc/chassis/errors/refusal';
import { imageCorrupt, imageTooLarge } from '../errors/image-errors.js';
import type { DecodedMessage, FromDecoder, ToDecoder } from './decoder-messages.js';
import { OUT_OF_MEMORY_EXIT_CODE } from './decoder-messages.js';
import type { ImageJob, ProcessedImage } from './process-image.js';

/** Bytes written at a time. */
const SLICE_BYTES = 1_048_576;

const FLAGS = ['--expose-gc', '--max-old-space-size=96'];
/** Environment variables that a decoder inherits; it must see no others. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'NODE_ENV'];
/** Makes the allocator return an image's memory to the system when it is freed. */
const ALLOCATION = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

export interface Decoding {
  /** Resolves when there is memory for the image. */
  readonly reserve: (bytes: number) => Promise<void>;
  /** Called twice a second with the CPU milliseconds used for the image so far. */
  readonly onWorked: (ms: number) => void;
}

/** One process that decodes images; see `decoder.ts`. */
export interface DecoderProcess {
  readonly pid: number | undefined;
  /** Sends a body, block by block, removing each block from the list. Throws the image's error, also when the process ends because of the image. */
  decode(job: ImageJob, blocks: Uint8Array[], decoding: Decoding): Promise<ProcessedImage>;
  /** Whether it can take another image. */
  isUsable(): boolean;
  end(): void;
}

export function startDecoder(filename = decoderFile()): DecoderProcess {
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = fork(filename, [], {
    execArgv: FLAGS,
    env: { ...env, ...ALLOCATION },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('A decoder was started without pipes.');
  let isOver = false;
  const { promise: ended, reject: fail } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  child.once('error', fail);
  child.once('exit', (code, signal) => {
    isOver = true;
    fail(endedOver(code, signal));
  });
  // Ignores failed writes to a dead process; its exit code says more.
  stdin.on('error', () => undefined);
  stdout.on('error', () => undefined);
  stdout.pause();

  const tell = (message: ToDecoder): void => void (child.connected && child.send(message, () => undefined));
  const answerNeed = async (reserved: Promise<void>): Promise<void> => {
    const isAdmitted = await reserved.then(
      () => true,
      () => false,
    );
    tell({ kind: 'admitted', isAdmitted });
  };
  const converse = async ({ reserve, onWorked }: Decoding): Promise<ProcessedImage> => {
    // Two messages may arrive at once, so a single listener handles them all.
    for await (const [message] of on(child, 'message', { close: ['disconnect'] }) as AsyncIterable<[FromDecoder]>) {
      if (message.kind === 'refused') throw fromRefusal(message.refusal);
      if (message.kind === 'image') {
        isOver ||= message.isLast;
        return readParts(stdout, message);
      }
      if (message.kind === 'worked') onWorked(message.ms);
      // Progress reports continue while the image waits for memory.
      else void answerNeed(reserve(message.bytes));
    }
    return ended;
  };
  return {
    pid: child.pid,
    async decode(job, blocks, decoding) {
      const bytes = blocks.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const answer = Promise.race([ended, converse(decoding)]);
      answer.catch(() => undefined);
      tell({ kind: 'job', job, bytes });
      // A write fails when the process has ended; its exit gives the reason.
      await Promise.race([answer, handOver(stdin, blocks).catch(() => answer)]);
      return answer;
    },
    isUsable: () => !isOver && child.connected,
    end() {
      isOver = true;
      child.kill('SIGKILL');
    },
  };
}

function decoderFile(): string {
  return createRequire(import.meta.url).resolve('@svc/images/decoding/decoder');
}

async function handOver(stdin: NodeJS.WritableStream, blocks: Uint8Array[]): Promise<void> {
  for (let block = blocks.shift(); block; block = blocks.shift()) {
    for (let at = 0; at < block.byteLength; at += SLICE_BYTES) {
      const isFull = !stdin.write(block.subarray(at, at + SLICE_BYTES));
      if (isFull) await once(stdin, 'drain');
    }
  }
}

async function readParts(stdout: NodeJS.ReadableStream, message: DecodedMessage): Promise<ProcessedImage> {
  const gatherings = message.sizes.map((size) => ({ left: size, gathering: gatherBytes(size) }));
  const { promise, resolve } = Promise.withResolvers<void>();
  const take = (chunk: Buffer): void => {
    let rest = chunk;
    for (const part of gatherings) {
      const own = rest.subarray(0, part.left);
      part.gathering.add(own);
      part.left -= own.length;
      rest = rest.subarray(own.length);
    }
    if (gatherings.every(({ left }) => left === 0)) resolve();
  };
  stdout.on('data', take);
  stdout.resume();
  await promise;
  stdout.off('data', take);
  stdout.pause();
  const parts = gatherings.map(({ gathering }) => gathering.blocks()[0] ?? new Uint8Array());
  const original = message.hasOriginal ? (parts.shift() ?? null) : null;
  const derived = Object.fromEntries(message.names.map((name, at) => [name, parts[at] ?? new Uint8Array()]));
  return { ...message.image, original, derived };
}

function endedOver(code: number | null, signal: string | null): AppError {
  if (code === OUT_OF_MEMORY_EXIT_CODE) return imageTooLarge('more to decode than there is memory for');
  const cause = new Error(`The decoder ended with ${signal ?? code}.`);
  return imageCorrupt(
    'The image could not be decoded, because the decoder stopped. Try again; if that fails too, send the image in another format.',
    cause,
  );
}
