import { flag, oneOf } from '../search-parameters.js';

/** Weeks that the page can cover; by default the second of them. */
export const PERIODS = [4, 12, 26, 52] as const;
export const DEFAULT_PERIOD = 12;

/** What the address of the overview says. */
export const OVERVIEW_FILTER = { weeks: oneOf(PERIODS), shared: flag };
