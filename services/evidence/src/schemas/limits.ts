/** Maximum items of a list; more are refused. */
export const CANDIDATES_MAX = 200;
export const SCREENSHOTS_MAX = 200;
export const REVIEWS_MAX = 200;
export const DUE_VIEWS_MAX = 200;
export const PRIOR_ROWS_MAX = 500;
/** View logs of one due view, and videos of one deal as an import answers it. */
export const RECENT_LOGS_MAX = 10;
export const VIDEOS_OF_DEAL_MAX = 2_000;
export const TRACKS_MAX = 5;
export const CUES_OF_CANDIDATE_MAX = 200;
export const CUES_MAX = 2_000;
export const URLS_MAX = 40;
export const PROMO_CODES_MAX = 10;
export const ALIASES_MAX = 20;

/** Maximum characters of all tracks together. */
export const TRACKS_LENGTH_MAX = 3_145_728;

/** Maximum lengths of texts; the excess is cut. */
export const TITLE_LENGTH_MAX = 300;
export const CAPTION_LENGTH_MAX = 5_000;
export const COMMENT_LENGTH_MAX = 2_000;
export const CUE_LENGTH_MAX = 240;
export const NOTE_LENGTH_MAX = 1_000;
export const HANDLE_LENGTH_MAX = 100;
/** A text with a count or a date, and an id. */
export const SHORT_LENGTH_MAX = 200;

/** Maximum accepted lengths: of an address, as deals accept pasted ones; of any other text. */
export const URL_LENGTH_MAX = 16_384;
export const TEXT_LENGTH_MAX = 1_000_000;

/** Maximum seconds of a video that a view log accepts. */
export const SECONDS_MAX = 86_400;
