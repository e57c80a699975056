/** Said about a video's day of posting that is after today: perhaps mistyped, perhaps planned. */
export const FUTURE_POST = 'This date is in the future.';
