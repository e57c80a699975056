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

/** Statuses that end a call here, whatever the state of the backend. */
const ENDED_BY_CALLER: readonly status[] = [status.CANCELLED, status.DEADLINE_EXCEEDED];

/** A call without side effects, which learns when a backend gets it, and when that backend turns out to be silent. */
export interface Movable {
  /** The backend that had it last: when the call is repeated, another one should get it. */
  readonly lastTaker: Backend | undefined;
  /** A backend has it, and must know when the first part of its answer arrives. */
  taken(by: Backend, answered: () => void): void;
  /** Another backend may have the answer. */
  move(): void;
  /** No backend answers. */
  giveUp(): void;
}

/**
 * One address of a service, as its calls see it. A process that hangs keeps its connections: it accepts calls and answers none. So a backend that has
 * answered nothing for 700 ms gets a health check on a separate connection, and counts as silent when that fails too; a slow answer to a large
 * request makes no backend silent. A silent one is checked again every second. A streaming call counts as pending until its first message arrives.
 */
export class Backend {
  readonly address: string;
  readonly #hasOther: () => boolean;
  readonly #movables = new Set<Movable>();
  /** Calls without any answer so far. */
  #owed = 0;
  /** Start of the oldest call since its last answer that is still unanswered (`performance.now()`). */
  #unansweredSince: number | undefined;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(address: string, hasOther: () => boolean) {
    this.address = address;
    this.#hasOther = hasOther;
  }

  /** It answers neither calls nor health checks. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Silent for so long that calls should fail instead of waiting for it. */
  get isGone(): boolean {
    return this.#isSilent && this.#silence() >= GONE_MS;
  }

  /** Records a call to it, and returns the function that records its end. */
  started(movable: Movable | undefined): (code: status) => void {
    let isOwed = true;
    const settle = (): void => {
      if (!isOwed) return;
      isOwed = false;
      this.#owed -= 1;
      if (movable) this.#movables.delete(movable);
    };
    this.#owed += 1;
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
      else if (this.#owed === 0 && this.#silence() < DOUBT_MS) this.#unansweredSince = undefined;
    };
  }

  /** Stops checking. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #answered(): void {
    this.#isSilent = false;
    this.#unansweredSince = this.#owed > 0 ? performance.now() : undefined;
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
    // A timer that has fired keeps `started` from creating another meanwhile.
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
  // A separate connection, because the existing one may be broken unnoticed.
  const client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  try {
    return (await askHealth(client, PROBE_MS)) !== undefined;
  } finally {
    client.close();
  }
}
