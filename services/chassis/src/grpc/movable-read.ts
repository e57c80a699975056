import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import type { Movable } from './backend.js';
import { MovableOptions } from './balancer.js';

/** Milliseconds that a read waits for a connection: to a process that hangs one is opened and never becomes usable. */
const UNTAKEN_MS = 6_000;
/** Times that a read is given to another backend because the one that has it is silent. */
const MOVES_MAX = 2;

/** Ends a call: with its answer, or with the error. */
export type Settle<Response> = (error: ServiceError | null, response?: Response) => void;

interface Running {
  cancel(): void;
}

/** Makes the call. What comes of it counts only while `isCurrent` says so. */
export type Attempt<Response> = (
  options: MovableOptions,
  settle: Settle<Response>,
  isCurrent: () => boolean,
) => Running;

/** A call without side effects, which leaves a backend that hangs for another one, until that has answered something. */
export class MovableRead<Response> implements Movable {
  readonly #attempt: Attempt<Response>;
  readonly #settle: Settle<Response>;
  #running: Running;
  #moves = 0;
  #hasEnded = false;
  #untaken: NodeJS.Timeout | undefined;
  #answered: (() => void) | undefined;

  constructor(attempt: Attempt<Response>, settle: Settle<Response>) {
    this.#attempt = attempt;
    this.#settle = settle;
    this.#running = this.#start();
  }

  cancel(): void {
    this.#running.cancel();
  }

  taken(answered: () => void): void {
    clearTimeout(this.#untaken);
    this.#answered = answered;
  }

  /** A part of the answer is there: the backend owes none any more, and the call stays with it. */
  heard(): void {
    this.#answered?.();
  }

  move(): void {
    if (this.#moves === MOVES_MAX) return;
    this.#moves += 1;
    const left = this.#running;
    this.#running = this.#start();
    left.cancel();
  }

  giveUp(details = 'No process of the service answers.'): void {
    const error = Object.assign(new Error(details), { code: status.UNAVAILABLE, details, metadata: new Metadata() });
    clearTimeout(this.#untaken);
    this.#hasEnded = true;
    this.#running.cancel();
    this.#settle(error);
  }

  #start(): Running {
    clearTimeout(this.#untaken);
    this.#untaken = setTimeout(() => this.giveUp(), UNTAKEN_MS).unref();
    const isCurrent = (): boolean => running === this.#running && !this.#hasEnded;
    const settle: Settle<Response> = (error, response) => {
      // What is heard of a call that has been left counts no more.
      if (!isCurrent()) return;
      clearTimeout(this.#untaken);
      this.#settle(error, response);
    };
    const attempt = (): Running => {
      try {
        return this.#attempt(new MovableOptions(this), settle, isCurrent);
      } catch (error) {
        // Nothing waits for a call that could not even be made.
        clearTimeout(this.#untaken);
        throw error;
      }
    };
    const running: Running = attempt();
    return running;
  }
}
