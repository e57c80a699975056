import { flag, oneOf } from '../address/search-parameters.js';

/** Spans of the page in weeks; the second is the default. */
export const PERIODS = [4, 12, 26, 52] as const;
export const DEFAULT_PERIOD = 12;

/** Address parameters of the overview. */
export const OVERVIEW_FILTER = { weeks: oneOf(PERIODS), shared: flag };
