import type { PlainAppPath } from '@svc/web/shared/paths';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useKeys } from './shortcuts.js';

const listeners = new Set<() => void>();
let wanted: PlainAppPath | undefined;

function want(path: PlainAppPath | undefined): void {
  wanted = path;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts a new record as soon as the page at `path` is open. */
export function startNewRecord(path: PlainAppPath): void {
  want(path);
}

/** Starts a new record with `n`, or when `startNewRecord` asks for one of this page. */
export function useNewRecord(path: PlainAppPath, about: string, start: () => void): void {
  useKeys({ n: { about, run: start } });
  const isWanted = useSyncExternalStore(subscribe, () => wanted === path);
  const begin = useEffectEvent(() => {
    want(undefined);
    start();
  });
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
}
