const MIB = 1_048_576;

/** Bounds of one capture and of one browser; times are milliseconds. */
export interface CaptureLimits {
  readonly navigationMs: number;
  /** From the parsed document to its load event, which is not waited for any longer. */
  readonly loadMs: number;
  readonly selectorMs: number;
  readonly consentMs: number;
  readonly shotMs: number;
  /** One question to the page. */
  readonly questionMs: number;
  /** All of it. */
  readonly captureMs: number;
  /** What the page and everything that it loads may have together, as it comes over the wire. */
  readonly bytesMax: number;
  readonly connectionsMax: number;
  readonly connectionIdleMs: number;
  readonly parallelMax: number;
  /** How long a capture waits for one of those that run to end. Whoever calls counts its captures itself, so it is never long. */
  readonly roomMs: number;
  /** After which of these a browser makes way for a new one. */
  readonly browserCapturesMax: number;
  readonly browserAgeMs: number;
  readonly browserBytes: number;
  /** A browser that takes this much during a capture is ended at once. */
  readonly browserBytesMax: number;
  /** For a context, and for the browser, to close; one that does not is ended by force. */
  readonly closeMs: number;
  /** A browser that nobody needs is closed. */
  readonly browserIdleMs: number;
}

export const CAPTURE_LIMITS: CaptureLimits = {
  navigationMs: 20_000,
  loadMs: 5_000,
  selectorMs: 10_000,
  consentMs: 3_000,
  shotMs: 10_000,
  questionMs: 5_000,
  captureMs: 45_000,
  bytesMax: 50 * MIB,
  connectionsMax: 400,
  connectionIdleMs: 20_000,
  parallelMax: 2,
  roomMs: 5_000,
  browserCapturesMax: 50,
  browserAgeMs: 30 * 60_000,
  browserBytes: 1_200 * MIB,
  browserBytesMax: 2_400 * MIB,
  closeMs: 5_000,
  browserIdleMs: 3 * 60_000,
};
