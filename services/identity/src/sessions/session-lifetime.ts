/** Maximum days of a session without use, and in total. */
export const SLIDING_DAYS = 30;
export const LONGEST_DAYS = 90;

/** Minimum minutes between two recorded uses of a session. */
export const USE_NOTED_MINUTES = 5;
