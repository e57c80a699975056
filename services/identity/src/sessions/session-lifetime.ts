/** Days that a session lives after its last use, and in total. */
export const SLIDING_DAYS = 30;
export const LONGEST_DAYS = 90;

/** Minutes within which a session's use is not stored again. */
export const USE_NOTED_MINUTES = 5;
