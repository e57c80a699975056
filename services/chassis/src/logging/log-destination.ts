import { constants, fstatSync, openSync, write as writeFile, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** Characters after which lines are written at once, a quarter of what a pipe holds, and milliseconds after which they are in any case. */
const BLOCK_LENGTH = 16_384;
const HELD_MS = 200;
/** Characters that wait for a slow reader at most. */
const HELD_LENGTH_MAX = 1_048_576;
/** Milliseconds after which a reader that has no room is tried again: one that only lags soon, one that hangs ever more seldom. */
const BUSY_MS = 1;
const BUSY_MS_MAX = 100;
/** Milliseconds for which a process that ends tries to write. */
const ENDING_MS = 1_000;
const BUSY_CODES = new Set(['EAGAIN', 'EBUSY']);

const writeTo = promisify(writeFile);

/** Destinations that hold lines, for a process that ends without having flushed them. */
const holding = new Set<LogDestination>();
process.on('exit', () => holding.forEach((destination) => destination.flushSync()));

/** Where blocks of lines go. */
export interface LogTarget {
  /** Rejects when the block cannot be kept, because the disk is full or the reader has gone. */
  write(block: string): Promise<unknown>;
  /** The same for a process that ends at once; throws then. */
  writeNow(block: string): void;
}

/** Takes lines without ever waiting; what cannot be kept is counted and dropped, and a line says so once there is room again. */
export interface LogDestination {
  write(line: string): void;
  /** Resolves when what was taken so far is written or dropped. */
  flush(done?: () => void): Promise<void>;
  /** Writes what is in memory, before the process ends. */
  flushSync(): void;
}

/** Gathers lines to blocks, as a write per line costs more than the line. `describeLoss` puts the number of lost lines in words. */
export function createLogDestination(target: LogTarget, describeLoss: (lines: number) => string): LogDestination {
  let held = '';
  let lost = 0;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** What is held, after a line about what was lost before, if anything was: that counts as told once the block is written. */
  const take = (): { readonly block: string; readonly told: number } => {
    clearTimeout(timer);
    timer = undefined;
    holding.delete(destination);
    // What was written in part has left half a line.
    const block = lost > 0 && held !== '' ? `\n${describeLoss(lost)}\n${held}` : held;
    held = '';
    return { block, told: lost };
  };
  /** A line about earlier losses is none that is lost. */
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
      // Lines that came after the last look.
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
 * An open file, pipe or terminal; a reader that is slow is waited for, but for a second at most by a process that ends at once. A pipe
 * without a reader keeps no thread, without which the process could not end.
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

/** The same pipe, opened again so that a write to a full one fails at once; what is no pipe, or cannot be opened, as it is. */
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
