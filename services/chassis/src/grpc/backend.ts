import { Client, credentials, status } from '@grpc/grpc-js';
import { askHealth } from './health.js';

/** Milliseconds without any answer after which a backend's health is checked. */
const DOUBT_MS = 700;
/** Timeout of that check in milliseconds. */
const PROBE_MS = 800;
/** Milliseconds between two checks of a silent backend. */
const PROBE_PAUSE_MS = 1_000;
/** Milliseconds of silence after which a backend counts as gone even when there is no other. */
const GONE_MS = 5_000;

/** Statuses with which the caller ends a call; they say nothing about the backend. */
const ENDED_BY_CALLER: readonly status[] = [status.CANCELLED, status.DEADLINE_EXCEEDED];

/** A call without side effects, notified when a backend takes it and when that backend turns out to be silent. */
export interface Movable {
  /** The backend that took the call last; a repetition should go to another one. */
  readonly lastTaker: Backend | undefined;
  /** A backend has taken the call; `answered` reports the first part of its response. */
  taken(by: Backend, answered: () => void): void;
  /** The call should move to another backend. */
  move(): void;
  /** No backend responds: the call fails. */
  giveUp(): void;
}

/**
 * One address of a service, with the state of its calls. A process that hangs keeps its connections and accepts calls without answering them. So a
 * backend without any response for 700 ms gets a health check on a separate connection, and counts as silent only if that fails too: a slow response
 * to a large request does not make it silent. A silent backend is checked again every second. A streaming call counts as pending until its first
 * message arrives.
 */
export class Backend {
  readonly address: string;
  readonly #hasOther: () => boolean;
  readonly #movables = new Set<Movable>();
  /** Number of pending calls without any response. */
  #pending = 0;
  /** Start of the oldest unanswered call since the last response (`performance.now()`). */
  #unansweredSince: number | undefined;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(address: string, hasOther: () => boolean) {
    this.address = address;
    this.#hasOther = hasOther;
  }

  /** Whether the backend answers neither calls nor health checks. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Whether it has been silent for so long that calls should fail instead of waiting. */
  get isGone(): boolean {
    return this.#isSilent && this.#silence() >= GONE_MS;
  }

  /** Records the start of a call, and returns the function that records its end. */
  started(movable: Movable | undefined): (code: status) => void {
    let isPending = true;
    const settle = (): void => {
      if (!isPending) return;
      isPending = false;
      this.#pending -= 1;
      if (movable) this.#movables.delete(movable);
    };
    this.#pending += 1;
    this.#unansweredSince ??= performance.now();
    if (movable) this.#movables.add(movable);
    movable?.taken(this, () => {
      settle();
      this.#answered();
    });
    this.#timer ??= after(DOUBT_MS, this.#look);
    return (code) => {
      settle();
      if (!ENDED_BY_CALLER.includes(code)) this.#answered();
      else if (this.#pending === 0 && this.#silence() < DOUBT_MS) this.#unansweredSince = undefined;
    };
  }

  /** Stops checking. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #answered(): void {
    this.#isSilent = false;
    this.#unansweredSince = this.#pending > 0 ? performance.now() : undefined;
  }

  #silence(): number {
    return this.#unansweredSince === undefined ? 0 : performance.now() - this.#unansweredSince;
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    if (this.#unansweredSince === undefined) return;
    const silence = this.#silence();
    if (silence < DOUBT_MS) this.#timer = after(DOUBT_MS - silence, this.#look);
    else void this.#probe();
  };

  async #probe(): Promise<void> {
    // While set, keeps `started` from creating another timer.
    const pause = after(PROBE_MS + PROBE_PAUSE_MS, this.#look);
    this.#timer = pause;
    const since = this.#unansweredSince;
    const isUp = await answersHealth(this.address);
    if (this.#timer !== pause || this.#unansweredSince !== since) return;
    if (isUp) return this.#answered();
    this.#isSilent = true;
    const isAlone = !this.#hasOther();
    const movables = Array.from(this.#movables);
    for (const movable of movables) {
      if (!isAlone) movable.move();
      else if (this.isGone) movable.giveUp();
    }
  }
}

function after(ms: number, work: () => void): NodeJS.Timeout {
  return setTimeout(work, ms).unref();
}

/** Whether a process answers at the address, even if it is not ready. */
async function answersHealth(address: string): Promise<boolean> {
  // A separate connection, because the existing one may be broken without notice.
  const client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  try {
    return (await askHealth(client, PROBE_MS)) !== undefined;
  } finally {
    client.close();
  }
}
