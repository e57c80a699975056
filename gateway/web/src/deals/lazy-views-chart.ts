import { lazy } from 'react';

// Asked for while the numbers are on their way. It suspends the tab, so that nothing is pushed down once it is there.
const chart = import('./views-chart.js');

/** The chart of a deal, which brings what draws it. */
export const ViewsChart = lazy(async () => ({ default: (await chart).ViewsChart }));
