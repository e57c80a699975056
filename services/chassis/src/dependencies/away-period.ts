/** Milliseconds without requests after a failure, because each attempt on a silent dependency costs its timeout. */
const AWAY_MS = 5_000;

/** Tracks whether a dependency has just failed, so that callers skip it. */
export interface AwayPeriod {
  isAway(): boolean;
  /** Call it when the dependency has failed. */
  begin(): void;
}

export function createAwayPeriod(): AwayPeriod {
  let endsAt = 0;
  return {
    isAway: () => performance.now() < endsAt,
    begin: () => void (endsAt = performance.now() + AWAY_MS),
  };
}
