/** Number of connection failures within a number of milliseconds that cool their lane. */
const NETWORK_FAULTS = 3;
const NETWORK_MS = 60_000;
/** Minimum number of calls within a number of milliseconds of which half must have failed to cool the model. */
const CALLS = 5;
const CALLS_MS = 120_000;
/** Maximum remembered calls of a model. */
const CALLS_MAX = 1_000;

/** Recent calls of models and lanes in this process. Times are milliseconds since the epoch. */
export class RecentCalls {
  readonly #networkFaults = new Map<string, number[]>();
  readonly #calls = new Map<string, { at: number; hasFailed: boolean }[]>();

  /** Records a connection failure of a lane; returns whether it is one too many. */
  noteNetworkFault(lane: string, now: number): boolean {
    const recent = [...(this.#networkFaults.get(lane) ?? []), now].filter((at) => at > now - NETWORK_MS);
    this.#networkFaults.set(lane, recent.length >= NETWORK_FAULTS ? [] : recent);
    return recent.length >= NETWORK_FAULTS;
  }

  /** Records how a call of a model ended; returns whether too many failed. */
  noteCall(modelId: string, hasFailed: boolean, now: number): boolean {
    const recent = [...(this.#calls.get(modelId) ?? []), { at: now, hasFailed }]
      .slice(-CALLS_MAX)
      .filter(({ at }) => at > now - CALLS_MS);
    const failed = recent.filter((call) => call.hasFailed).length;
    const isBad = hasFailed && recent.length >= CALLS && failed * 2 >= recent.length;
    this.#calls.set(modelId, isBad ? [] : recent);
    return isBad;
  }
}
