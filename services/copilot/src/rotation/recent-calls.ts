/** The third of so many milliseconds leaves its lane alone. */
const NETWORK_FAULTS = 3;
const NETWORK_MS = 60_000;
/** Of so many calls and more in so many milliseconds, half or more failed: their model is left alone. */
const CALLS = 5;
const CALLS_MS = 120_000;

/** What this process has seen of models and lanes in the last minutes. Times are milliseconds since the epoch. */
export class RecentCalls {
  readonly #networkFaults = new Map<string, number[]>();
  readonly #calls = new Map<string, { at: number; hasFailed: boolean }[]>();

  /** Notes that a lane could not be reached, and says whether that is once too often. */
  noteNetworkFault(lane: string, now: number): boolean {
    const recent = [...(this.#networkFaults.get(lane) ?? []), now].filter((at) => at > now - NETWORK_MS);
    this.#networkFaults.set(lane, recent.length >= NETWORK_FAULTS ? [] : recent);
    return recent.length >= NETWORK_FAULTS;
  }

  /** Notes how a call of a model ended, and says whether too many have failed. */
  noteCall(modelId: string, hasFailed: boolean, now: number): boolean {
    const recent = [...(this.#calls.get(modelId) ?? []), { at: now, hasFailed }].filter(
      ({ at }) => at > now - CALLS_MS,
    );
    const failed = recent.filter((call) => call.hasFailed).length;
    const isBad = hasFailed && recent.length >= CALLS && failed * 2 >= recent.length;
    this.#calls.set(modelId, isBad ? [] : recent);
    return isBad;
  }
}
