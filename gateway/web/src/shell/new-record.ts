import type { PlainAppPath } from '@svc/web/shared/paths';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';
import { useKeys } from './shortcuts.js';

const wanted = createAtom<PlainAppPath | null>(null);

/** Starts a new record as soon as the page at `path` is open. */
export function startNewRecord(path: PlainAppPath): void {
  wanted.set(path);
}

/** Starts a new record with `n`, or when `startNewRecord` asks for one of this page. */
export function useNewRecord(path: PlainAppPath, about: string, start: () => void): void {
  useKeys({ n: { about, run: start } });
  const isWanted = useSelector(wanted, (page) => page === path);
  const begin = useEffectEvent(() => {
    wanted.set(null);
    start();
  });
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
}
