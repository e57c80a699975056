import { AppError } from '../errors/app-error.js';

export interface AdmissionOptions {
  /** Bytes of all bodies that may be in memory at once. */
  readonly bytesMax: number;
  /** Bodies that may wait for room. */
  readonly waitingMax: number;
  readonly waitMs: number;
}

/** Reserves room for a body. Throws UPLOAD_CAPACITY when too many wait or there is none in time. Returns what gives it free. */
export type Admit = (bytes: number) => Promise<() => void>;

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

const RETRY_AFTER_SECONDS = 2;

/** Bounds the memory that large bodies take in this process; first come, first served. */
export function createAdmission({ bytesMax, waitingMax, waitMs }: AdmissionOptions): Admit {
  const waiting: Waiting[] = [];
  let reserved = 0;

  const leave = (bytes: number): void => {
    reserved -= bytes;
    for (let first = waiting[0]; first && reserved + first.bytes <= bytesMax; first = waiting[0]) {
      waiting.shift();
      reserved += first.bytes;
      first.enter();
    }
  };

  const waitForRoom = (bytes: number): Promise<void> => {
    if (waiting.length >= waitingMax) return Promise.reject(noCapacity());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        // Whoever came later may need less.
        leave(0);
        reject(noCapacity());
      }, waitMs);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const entry: Waiting = { bytes, enter };
      waiting.push(entry);
    });
  };

  return async (asked) => {
    // A body of more than there is room for at all gets all of it.
    const bytes = Math.min(asked, bytesMax);
    if (waiting.length === 0 && reserved + bytes <= bytesMax) {
      reserved += bytes;
    } else {
      await waitForRoom(bytes);
    }
    let hasLeft = false;
    return () => {
      if (!hasLeft) leave(bytes);
      hasLeft = true;
    };
  };
}

function noCapacity(): AppError {
  return new AppError(
    'unavailable',
    'UPLOAD_CAPACITY',
    'Too many large uploads run at the moment. Try again in a moment.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}
