/** Rate-limited calls wait together; the page shows for how long. */
import { createAtom, useSelector } from '@tanstack/react-store';

let endsAt = 0;
const secondsLeft = createAtom(0);
let ticking: ReturnType<typeof setInterval> | undefined;
let waiting: (() => void)[] = [];

/** Resolves after this many seconds, or at the end of a longer pause. */
export function pauseFor(seconds: number): Promise<void> {
  endsAt = Math.max(endsAt, performance.now() + seconds * 1_000);
  ticking ??= setInterval(tick, 250);
  tick();
  return new Promise((resolve) => waiting.push(resolve));
}

function tick(): void {
  const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
  secondsLeft.set(left);
  if (left > 0) return;
  clearInterval(ticking);
  ticking = undefined;
  const released = waiting;
  waiting = [];
  for (const release of released) release();
}

/** Seconds until calls continue; 0 when none waits. */
export function usePauseSeconds(): number {
  return useSelector(secondsLeft);
}
