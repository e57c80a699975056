/** How often servers are looked at, in milliseconds. */
export interface LookTimes {
  /** Between two looks at the list of servers. */
  readonly pollMs: number;
  /** Between two looks at a server that answers. */
  readonly readyMs: number;
  /** Before the next look at one that has not, after so many failures in a row. */
  readonly retryMs: (failures: number) => number;
  /** For which a server that fails again and again gets no calls. */
  readonly openMs: number;
}

const RETRY_MS_MAX = 60_000;

export const LOOK_TIMES: LookTimes = {
  pollMs: 5_000,
  readyMs: 60_000,
  retryMs: (failures) => Math.min(RETRY_MS_MAX, 1_000 * 2 ** Math.min(failures, 10)),
  openMs: 60_000,
};
