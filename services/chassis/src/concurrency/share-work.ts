import { runInBackground } from '../call-context.js';

interface Flight<T> {
  readonly landed: Promise<T>;
  /** The one after it, for those who came while it was under way. */
  next?: Promise<T>;
}

/**
 * Lets all who ask for the same thing at about the same time share one answer. Each gets one that was begun after it had asked, so
 * nobody is told less than if it had asked alone: who comes while an answer is under way waits for the next one. The work belongs
 * to no call, as others may wait for it when one of them goes.
 */
export function shareWork<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
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
