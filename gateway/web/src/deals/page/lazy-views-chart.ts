import { lazy } from 'react';

// Requested while the numbers load. It suspends the tab, so that nothing moves once it arrives.
const chart = import('./views-chart.js');

/** The chart of a deal, with its drawing code. */
export const ViewsChart = lazy(async () => ({ default: (await chart).ViewsChart }));
