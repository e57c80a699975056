import { runInBackground } from '../calls/call-context.js';

interface Flight<T> {
  readonly landed: Promise<T>;
  /** The next run, shared by callers that arrived during the current one. */
  next?: Promise<T>;
}

/**
 * Shares one run of `work` among concurrent callers with the same key. A caller that arrives during a run shares the next one, so that no result is
 * older than its request. The work runs outside any call, because others may still wait for it when one caller leaves.
 */
export function singleFlight<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const flights = new Map<string, Flight<T>>();

  const takeOff = (key: string): Promise<T> => {
    const landed = runInBackground(() => work(key));
    const flight = { landed };
    flights.set(key, flight);
    const forget = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    landed.then(forget, forget);
    return landed;
  };

  return (key) => {
    const flight = flights.get(key);
    if (!flight) return takeOff(key);
    flight.next ??= flight.landed.then(
      () => takeOff(key),
      () => takeOff(key),
    );
    return flight.next;
  };
}
