import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { egressTarget } from '@svc/chassis/outbound/egress-allow';

export type EgressRefusal = 'blocked_target' | 'dns_failure' | 'connect_failure' | 'response_too_large';

export interface EgressBudget {
  readonly bytesMax: number;
  readonly connectionsMax: number;
  /** Idle timeout of a connection in milliseconds. */
  readonly connectionIdleMs: number;
}

/** One visit's permission to use the proxy; it ends with the visit, along with all of its connections. */
export class EgressJob {
  readonly username = randomBytes(12).toString('base64url');
  readonly password = randomBytes(32).toString('base64url');
  /** Aborted when a budget is exhausted. */
  readonly overspent = new AbortController();
  readonly #streams = new Set<Duplex>();
  readonly #refusals = new Map<string, EgressRefusal>();
  readonly #remoteAddresses = new Map<string, string>();
  readonly #passwordDigest = digest(this.password);
  #bytes = 0;
  #connections = 0;
  #hasEnded = false;

  readonly budget: EgressBudget;
  readonly #onEnd: (job: EgressJob) => void;

  constructor(budget: EgressBudget, onEnd: (job: EgressJob) => void) {
    this.budget = budget;
    this.#onEnd = onEnd;
  }

  isPassword(text: string): boolean {
    return timingSafeEqual(digest(text), this.#passwordDigest);
  }

  /** Counts a connection, successful or not; false beyond the maximum. */
  mayConnect(): boolean {
    this.#connections += 1;
    if (this.#connections > this.budget.connectionsMax) this.#overspend();
    return !this.#hasEnded && !this.overspent.signal.aborted;
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.budget.bytesMax) this.#overspend();
  }

  /** Destroys the stream when the job ends or exhausts its budget. */
  own(stream: Duplex): void {
    if (this.#hasEnded || this.overspent.signal.aborted) {
      stream.destroy();
      return;
    }
    if (this.#streams.has(stream)) return;
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
  }

  noteRefusal(host: string, port: number, reason: EgressRefusal): void {
    this.#refusals.set(egressTarget(host, port), reason);
  }

  noteRemoteAddress(host: string, port: number, address: string): void {
    this.#refusals.delete(egressTarget(host, port));
    this.#remoteAddresses.set(egressTarget(host, port), address);
  }

  /** The reason why the last connection to a target failed; undefined when it succeeded. */
  refusalOf(host: string, port: number): EgressRefusal | undefined {
    return this.#refusals.get(egressTarget(host, port));
  }

  remoteAddressOf(host: string, port: number): string | undefined {
    return this.#remoteAddresses.get(egressTarget(host, port));
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cut();
    this.#onEnd(this);
  }

  #overspend(): void {
    if (this.overspent.signal.aborted) return;
    this.overspent.abort();
    this.#cut();
  }

  #cut(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
