import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Backend, Movable } from './backend.js';
import { MovableOptions } from './balancer.js';

/** Milliseconds that a read waits for a connection: a process that hangs may accept a connection that never becomes usable. */
const UNTAKEN_MS = 6_000;
/** Maximum number of times that a read moves to another backend. */
const MOVES_MAX = 2;

/** Ends a call, with its answer or an error. */
export type Settle<Response> = (error: ServiceError | null, response?: Response) => void;

interface Running {
  cancel(): void;
}

/** Makes the call. Its result counts only while `isCurrent` is true. */
export type Attempt<Response> = (
  options: MovableOptions,
  settle: Settle<Response>,
  isCurrent: () => boolean,
) => Running;

/** A call without side effects that moves away from a backend that hangs, unless part of the response has already arrived. */
export class MovableRead<Response> implements Movable {
  readonly #attempt: Attempt<Response>;
  readonly #settle: Settle<Response>;
  #running: Running;
  #moves = 0;
  #hasEnded = false;
  #untaken: NodeJS.Timeout | undefined;
  #lastTaker: Backend | undefined;
  #answered: (() => void) | undefined;

  constructor(attempt: Attempt<Response>, settle: Settle<Response>) {
    this.#attempt = attempt;
    this.#settle = settle;
    this.#running = this.#start();
  }

  cancel(): void {
    this.#running.cancel();
  }

  get lastTaker(): Backend | undefined {
    return this.#lastTaker;
  }

  taken(by: Backend, answered: () => void): void {
    clearTimeout(this.#untaken);
    this.#lastTaker = by;
    this.#answered = answered;
  }

  /** Part of the response has arrived: the backend is alive, and the call stays with it. */
  received(): void {
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
      // Ignores results of a call that has moved.
      if (!isCurrent()) return;
      clearTimeout(this.#untaken);
      this.#settle(error, response);
    };
    const attempt = (): Running => {
      try {
        return this.#attempt(new MovableOptions(this), settle, isCurrent);
      } catch (error) {
        // Nothing waits for a call that could not start.
        clearTimeout(this.#untaken);
        throw error;
      }
    };
    const running: Running = attempt();
    return running;
  }
}
