import { lazy } from 'react';

/** Loaded lazily, because most visits select no row. */
export const LazyBulkBar = lazy(async () => ({ default: (await import('./bulk-bar.js')).BulkBar }));
