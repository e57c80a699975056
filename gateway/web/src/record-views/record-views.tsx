import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { RecordTarget } from './record-views-dialog.js';

const RecordViewsDialog = lazy(async () => ({ default: (await import('./record-views-dialog.js')).RecordViewsDialog }));

let current: RecordTarget | undefined;
const listeners = new Set<() => void>();

function show(target: RecordTarget | undefined): void {
  current = target;
  for (const listener of listeners) listener();
}

/** Opens the dialog that records a count whether or not one is due. */
export function recordViews(target: RecordTarget): void {
  show(target);
}

/** Where that dialog shows, over any page. */
export function RecordViews() {
  const target = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => current,
  );
  if (!target) return null;
  return (
    <Suspense>
      <RecordViewsDialog target={target} onClose={() => show(undefined)} />
    </Suspense>
  );
}
