/** Records that lists hide: those whose deletion can still be undone, and those just deleted. */
import { useSyncExternalStore } from 'react';

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

export function hideRecords(ids: readonly string[]): void {
  change(new Set([...hidden, ...ids]));
}

export function showRecords(ids: readonly string[]): void {
  change(new Set([...hidden].filter((each) => !ids.includes(each))));
}

/** Ids of the records that are hidden now. */
export function useHiddenRecords(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}
