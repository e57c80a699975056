import type { AppError } from './errors/app-error.js';

export interface AdmissionOptions {
  /** How much may be inside at once, in whatever the callers count: bytes of bodies, jobs of threads. */
  readonly capacity: number;
  /** Callers that may wait for room. */
  readonly waitingMax: number;
  readonly waitMs: number;
  /** What is thrown when too many wait or there is no room in time. */
  readonly refusal: () => AppError;
}

/** Reserves room. Throws the refusal when too many wait or there is none in time. Returns what gives it free. */
export type Admit = (amount: number) => Promise<() => void>;

interface Waiting {
  readonly amount: number;
  readonly enter: () => void;
}

/** Bounds what is done at once in this process; first come, first served. */
export function createAdmission({ capacity, waitingMax, waitMs, refusal }: AdmissionOptions): Admit {
  const waiting: Waiting[] = [];
  let reserved = 0;

  const leave = (amount: number): void => {
    reserved -= amount;
    for (let first = waiting[0]; first && reserved + first.amount <= capacity; first = waiting[0]) {
      waiting.shift();
      reserved += first.amount;
      first.enter();
    }
  };

  const waitForRoom = (amount: number): Promise<void> => {
    if (waiting.length >= waitingMax) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        // Whoever came later may need less.
        leave(0);
        reject(refusal());
      }, waitMs);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const entry: Waiting = { amount, enter };
      waiting.push(entry);
    });
  };

  return async (asked) => {
    // Whoever asks for more than there is at all gets all of it.
    const amount = Math.min(asked, capacity);
    if (waiting.length === 0 && reserved + amount <= capacity) {
      reserved += amount;
    } else {
      await waitForRoom(amount);
    }
    let hasLeft = false;
    return () => {
      if (!hasLeft) leave(amount);
      hasLeft = true;
    };
  };
}
