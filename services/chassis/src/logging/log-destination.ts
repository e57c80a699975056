import { constants, fstatSync, openSync, write as writeFile, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** Characters after which lines are written at once (a quarter of a pipe's capacity), and milliseconds after which they are written in any case. */
const BLOCK_LENGTH = 16_384;
const HELD_MS = 200;
/** Maximum characters waiting for a slow reader. */
const HELD_LENGTH_MAX = 1_048_576;
/** Milliseconds between retries when the reader is full: short for one that lags, increasing for one that hangs. */
const BUSY_MS = 1;
const BUSY_MS_MAX = 100;
/** Milliseconds for which an exiting process tries to write. */
const ENDING_MS = 1_000;
const BUSY_CODES = new Set(['EAGAIN', 'EBUSY']);

const writeTo = promisify(writeFile);

/** Destinations with unwritten lines, flushed when the process exits. */
const holding = new Set<LogDestination>();
process.on('exit', () => holding.forEach((destination) => destination.flushSync()));

/** The target of a log's blocks of lines. */
export interface LogTarget {
  /** Rejects when the block cannot be written, because the disk is full or the reader has left. */
  write(block: string): Promise<unknown>;
  /** The same, synchronously, for a process that exits at once; throws instead. */
  writeNow(block: string): void;
}

/** Accepts lines without ever blocking; drops and counts lines that cannot be written, and reports the loss in a line once there is room again. */
export interface LogDestination {
  write(line: string): void;
  /** Resolves when all accepted lines are written or dropped. */
  flush(done?: () => void): Promise<void>;
  /** Writes what is in memory, before the process ends. */
  flushSync(): void;
}

/** Batches lines in blocks, because a write per line costs more than the line. `describeLoss` puts the number of lost lines in words. */
export function createLogDestination(target: LogTarget, describeLoss: (lines: number) => string): LogDestination {
  let held = '';
  let lost = 0;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Takes the waiting lines, preceded by a line about earlier losses, if any: those count as reported once the block is written. */
  const take = (): { readonly block: string; readonly told: number } => {
    clearTimeout(timer);
    timer = undefined;
    holding.delete(destination);
    // A partial write has left half a line.
    const block = lost > 0 && held !== '' ? `\n${describeLoss(lost)}\n${held}` : held;
    held = '';
    return { block, told: lost };
  };
  /** Counts the lines of a block as lost, except the line about earlier losses. */
  const lose = (block: string, told: number): void => {
    lost += countLines(block) - (told > 0 ? 2 : 0);
  };

  const writeHeld = async (): Promise<void> => {
    for (let { block, told } = take(); block !== ''; { block, told } = take()) {
      try {
        await target.write(block);
        lost -= told;
      } catch {
        lose(block, told);
      }
    }
  };
  const begin = (): Promise<void> =>
    (writing ??= writeHeld().finally(() => {
      writing = undefined;
      // Lines that arrived after the last check.
      if (held !== '') void begin();
    }));

  const destination: LogDestination = {
    write(line) {
      if (held.length + line.length > HELD_LENGTH_MAX) {
        lost += countLines(line);
        return;
      }
      held += line;
      holding.add(destination);
      if (held.length >= BLOCK_LENGTH) void begin();
      else timer ??= setTimeout(() => void begin(), HELD_MS);
    },
    async flush(done) {
      await begin();
      done?.();
    },
    flushSync() {
      const { block, told } = take();
      if (block === '') return;
      try {
        target.writeNow(block);
        lost -= told;
      } catch {
        lose(block, told);
      }
    },
  };
  return destination;
}

/**
 * An open file, pipe or terminal. It waits for a slow reader, but at most a second in an exiting process. A pipe without a reader occupies no thread,
 * which would keep the process from exiting.
 */
export function descriptorTarget(descriptor: number): LogTarget {
  let opened: number | undefined;
  const target = (): number => (opened ??= withoutBlocking(descriptor));
  return {
    async write(block) {
      let busyMs = BUSY_MS;
      for (let rest = Buffer.from(block); rest.length > 0;) {
        try {
          const { bytesWritten } = await writeTo(target(), rest);
          rest = rest.subarray(bytesWritten);
          busyMs = BUSY_MS;
        } catch (error) {
          if (!isBusy(error)) throw error;
          const waitMs = busyMs;
          await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
          busyMs = Math.min(busyMs * 2, BUSY_MS_MAX);
        }
      }
    },
    writeNow(block) {
      const givesUpAt = performance.now() + ENDING_MS;
      for (let rest = Buffer.from(block); rest.length > 0;) {
        try {
          rest = rest.subarray(writeSync(target(), rest));
        } catch (error) {
          if (!isBusy(error) || performance.now() > givesUpAt) throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS_MAX / 10);
        }
      }
    },
  };
}

function isBusy(error: unknown): boolean {
  return BUSY_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * The same pipe, reopened so that a write to a full pipe fails at once. Returns the descriptor unchanged when it is not a pipe or cannot be reopened.
 */
function withoutBlocking(descriptor: number): number {
  try {
    if (!fstatSync(descriptor).isFIFO()) return descriptor;
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return descriptor;
  }
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
