/** Maximum items of a list; more are refused. */
export const CANDIDATES_MAX = 200;
export const SCREENSHOTS_MAX = 200;
export const REVIEWS_MAX = 200;
export const DUE_VIEWS_MAX = 200;
export const PRIOR_ROWS_MAX = 500;
/** Maximum view logs of one due view, and maximum videos of one deal in the result of an import. */
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

/** Maximum lengths of texts; longer texts are cut. */
export const TITLE_LENGTH_MAX = 300;
export const CAPTION_LENGTH_MAX = 5_000;
export const COMMENT_LENGTH_MAX = 2_000;
export const CUE_LENGTH_MAX = 240;
export const NOTE_LENGTH_MAX = 1_000;
export const HANDLE_LENGTH_MAX = 100;
/** Maximum length of a text with a count or a date, and of an id. */
export const SHORT_LENGTH_MAX = 200;

/** Maximum accepted lengths: of an address, equal to that of deals; of any other text. */
export const URL_LENGTH_MAX = 16_384;
export const TEXT_LENGTH_MAX = 1_000_000;

/** Maximum seconds in a video, equal to that of a view log. */
export const SECONDS_MAX = 86_400;
