import { lazy } from 'react';

/** Most visits choose no row. */
export const LazyBulkBar = lazy(async () => ({ default: (await import('./bulk-bar.js')).BulkBar }));
