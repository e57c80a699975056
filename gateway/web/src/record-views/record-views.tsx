import { createAtom, useSelector } from '@tanstack/react-store';
import { lazy, Suspense } from 'react';
import type { RecordTarget } from './record-views-dialog.js';

const RecordViewsDialog = lazy(async () => ({ default: (await import('./record-views-dialog.js')).RecordViewsDialog }));

const shown = createAtom<RecordTarget | null>(null);

/** Opens the dialog that records a count whether or not one is due. */
export function recordViews(target: RecordTarget): void {
  shown.set(target);
}

/** Renders that dialog, over any page. */
export function RecordViews() {
  const target = useSelector(shown);
  if (!target) return null;
  return (
    <Suspense>
      <RecordViewsDialog target={target} onClose={() => shown.set(null)} />
    </Suspense>
  );
}
