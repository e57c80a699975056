import { runInBackground } from '../calls/call-context.js';

interface Flight<T> {
  readonly landed: Promise<T>;
  /** The run after it, shared by the callers that came while it was under way. */
  next?: Promise<T>;
}

/**
 * Shares one run of `work` among concurrent callers with the same key. A caller that comes while a run is under way shares the next one,
 * so each gets an answer that was begun after it asked. The work runs outside of any call, since others may wait for it when one caller
 * leaves.
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
