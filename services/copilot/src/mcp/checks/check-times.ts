/** How often servers are checked, in milliseconds. */
export interface CheckTimes {
  /** Between two reads of the list of servers. */
  readonly pollMs: number;
  /** Between two checks of a healthy server. */
  readonly readyMs: number;
  /** Before the next check of a failing server, by its consecutive failures. */
  readonly retryMs: (failures: number) => number;
  /** How long a server that fails repeatedly is not called. */
  readonly openMs: number;
}

const RETRY_MS_MAX = 60_000;

export const CHECK_TIMES: CheckTimes = {
  pollMs: 5_000,
  readyMs: 60_000,
  retryMs: (failures) => Math.min(RETRY_MS_MAX, 1_000 * 2 ** Math.min(failures, 10)),
  openMs: 60_000,
};
