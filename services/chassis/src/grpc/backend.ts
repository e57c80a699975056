import { Client, credentials, status } from '@grpc/grpc-js';
import { askHealth } from './health.js';

/** Milliseconds that a backend may leave all its calls unanswered before it is asked whether it is still there. */
const DOUBT_MS = 700;
/** Milliseconds that it has for the answer to that. */
const PROBE_MS = 800;
/** Milliseconds between two such questions to a silent backend. */
const PROBE_PAUSE_MS = 1_000;
/** Milliseconds of silence after which a backend counts as gone even when there is no other. */
const GONE_MS = 5_000;

/** Statuses with which a call ends here, whatever the backend is doing. */
const ENDED_BY_CALLER: readonly status[] = [status.CANCELLED, status.DEADLINE_EXCEEDED];

/** A call without side effects, told when a backend has it, and when that turns out to be silent. */
export interface Movable {
  /** A backend has it, and wants to hear when the first part of its answer is there. */
  taken(answered: () => void): void;
  /** Another backend may have the answer. */
  move(): void;
  /** No backend answers. */
  giveUp(): void;
}

/**
 * One address of a service, as the calls to it show it. A process that hangs keeps its connections: it takes calls and answers none.
 * A backend that has answered nothing for 700 ms is therefore asked for its health on a connection of its own, and is silent when
 * that is not answered either; a slow answer to a large question makes no backend silent. A silent one is asked again every second.
 * An answer that comes in parts is owed until the first of them is there.
 */
export class Backend {
  readonly address: string;
  readonly #hasOther: () => boolean;
  readonly #movables = new Set<Movable>();
  /** Calls of which it has not answered anything. */
  #owed = 0;
  /** When the oldest call that it has not answered since its last answer was given to it (`performance.now()`). */
  #unansweredSince: number | undefined;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(address: string, hasOther: () => boolean) {
    this.address = address;
    this.#hasOther = hasOther;
  }

  /** It answers neither calls nor the question for its health. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Silent for so long that a call had better fail than wait for it. */
  get isGone(): boolean {
    return this.#isSilent && this.#silence() >= GONE_MS;
  }

  /** Notes a call that it has been given, and answers what notes how that has ended. */
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
    movable?.taken(() => {
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

  /** Asks no more. */
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
    // A timer that has fired already keeps `started` from making another one meanwhile.
    const pause = after(PROBE_MS + PROBE_PAUSE_MS, this.#look);
    this.#timer = pause;
    const since = this.#unansweredSince;
    const isThere = await answersHealth(this.address);
    if (this.#timer !== pause || this.#unansweredSince !== since) return;
    if (isThere) return this.#answered();
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

/** Whether a process answers at the address, be it to say that it is not ready. */
async function answersHealth(address: string): Promise<boolean> {
  // A connection of its own: one that exists may be broken unnoticed.
  const client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  try {
    return (await askHealth(client, PROBE_MS)) !== undefined;
  } finally {
    client.close();
  }
}
