/** Records that lists hide: those whose deletion can still be undone, and those just deleted. */
import { createAtom, useSelector } from '@tanstack/react-store';

const hidden = createAtom<ReadonlySet<string>>(new Set<string>());

export function hideRecords(ids: readonly string[]): void {
  hidden.set((before) => new Set([...before, ...ids]));
}

export function showRecords(ids: readonly string[]): void {
  hidden.set((before) => new Set([...before].filter((each) => !ids.includes(each))));
}

/** Ids of the records that are hidden now. */
export function useHiddenRecords(): ReadonlySet<string> {
  return useSelector(hidden);
}
