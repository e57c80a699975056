// Not from the chassis: the browser image has no file of it.
const MIB = 1_048_576;

/** Limits of one visit to a page; times are milliseconds. */
export interface VisitLimits {
  readonly navigationMs: number;
  /** From the parsed document to its load event, after which the visit continues. */
  readonly loadMs: number;
  readonly consentMs: number;
  readonly shotMs: number;
  /** One request to the page. */
  readonly questionMs: number;
  /** The whole visit. */
  readonly visitMs: number;
  /** Maximum bytes of the page and everything it loads, on the wire. */
  readonly bytesMax: number;
  readonly connectionsMax: number;
  readonly connectionIdleMs: number;
  /** A browser that uses more memory during a visit is ended at once. */
  readonly browserBytesMax: number;
  /** For a context, and for the browser, to close; then it is killed. */
  readonly closeMs: number;
}

export const VISIT_LIMITS: VisitLimits = {
  navigationMs: 20_000,
  loadMs: 5_000,
  consentMs: 3_000,
  shotMs: 10_000,
  questionMs: 5_000,
  visitMs: 45_000,
  bytesMax: 50 * MIB,
  connectionsMax: 400,
  connectionIdleMs: 20_000,
  browserBytesMax: 2_400 * MIB,
  closeMs: 5_000,
};
