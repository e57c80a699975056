/** Deletions sent while leaving the page. They may still be in flight when the next page reads its lists. */
import type { QueryClient } from '@tanstack/react-query';
import { hideRecords, showRecords } from '../api/hidden-records.js';

const KEPT_AS = 'dealbridge.deleting';
/** Milliseconds after which the next page refetches everything, to show records that were not deleted. */
const UNDER_WAY_MS = 2_000;
/** Milliseconds after which a new page can ignore them. */
const KEPT_MS = 10_000;

interface LeftDeletions {
  readonly ids: readonly string[];
  readonly at: number;
}

export function keepLeftDeletions(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify({ ids, at: Date.now() } satisfies LeftDeletions));
  } catch {
    // Storage is full or forbidden.
  }
}

/** Keeps the previous page's records hidden until their deletion succeeds or fails. */
export function settleLeftDeletions(queries: QueryClient): void {
  const ids = takeLeftDeletions();
  if (ids.length === 0) return;
  hideRecords(ids);
  setTimeout(() => void queries.invalidateQueries().finally(() => showRecords(ids)), UNDER_WAY_MS);
}

function takeLeftDeletions(): readonly string[] {
  try {
    const { ids, at } = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{"ids":[],"at":0}') as LeftDeletions;
    sessionStorage.removeItem(KEPT_AS);
    return Date.now() - at < KEPT_MS ? ids : [];
  } catch {
    return [];
  }
}
