/** Days that a session lives after its last use, and in all. */
export const SLIDING_DAYS = 30;
export const LONGEST_DAYS = 90;

/** Minutes within which a use of a session is not written down again. */
export const USE_NOTED_MINUTES = 5;
