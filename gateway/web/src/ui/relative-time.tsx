import { useSyncExternalStore } from 'react';
import { useFormats } from '../shell/account.js';

const LOOK_MS = 60_000;

const listeners = new Set<() => void>();
let looking: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  looking ??= setInterval(() => listeners.forEach((each) => each()), LOOK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
}

/** "3 hours ago", with date and time in its title. It is drawn again only when its own words change. */
export function RelativeTime({ at }: { readonly at: string }) {
  const { ago, time } = useFormats();
  const words = useSyncExternalStore(subscribe, () => ago(at, new Date()));
  return (
    <time dateTime={at} title={time(at)}>
      {words}
    </time>
  );
}
