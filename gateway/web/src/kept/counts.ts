/** Counts that the server does not have yet, kept in this browser, so that no reload, crash or outage loses any. */
import type { Input } from '../api/operations.js';
import { keepText, readText } from './browser-storage.js';

export interface KeptCount {
  readonly dealId: string;
  /** The text of the field. */
  readonly text: string;
  /** Set once entered: the request and its idempotency key, so that it can be retried. */
  readonly sent?: { readonly input: Input<'deals.add_view_log'>; readonly key: string };
}

type Kept = Readonly<Record<string, KeptCount>>;

/** The user's counts by video. If storage is full or unavailable none is kept, but the page still has them. */
export function createKeptCounts(userId: string) {
  const name = `dealbridge.counts.${userId}`;

  const read = (): Kept => {
    try {
      return JSON.parse(readText(name) ?? '{}') as Kept;
    } catch {
      return {};
    }
  };

  const write = (kept: Kept): void => keepText(name, Object.keys(kept).length === 0 ? '' : JSON.stringify(kept));

  return {
    list: read,
    keep: (videoId: string, count: KeptCount): void => write({ ...read(), [videoId]: count }),
    forget: (videoId: string): void => {
      const { [videoId]: _gone, ...others } = read();
      write(others);
    },
  };
}

export type KeptCounts = ReturnType<typeof createKeptCounts>;
