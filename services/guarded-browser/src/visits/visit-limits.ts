// Not imported from the chassis, because the browser image does not contain it.
const MIB = 1_048_576;

/** Limits of one visit to a page; times are milliseconds. */
export interface VisitLimits {
  readonly navigationMs: number;
  /** Maximum wait for the load event after the document is parsed; the visit then continues. */
  readonly loadMs: number;
  readonly consentMs: number;
  readonly shotMs: number;
  /** Timeout of one script in the page. */
  readonly questionMs: number;
  /** Timeout of the whole visit. */
  readonly visitMs: number;
  /** Maximum bytes of the page and everything it loads, on the wire. */
  readonly bytesMax: number;
  readonly connectionsMax: number;
  readonly connectionIdleMs: number;
  /** Maximum memory of the browser; it is killed when it uses more during a visit. */
  readonly browserBytesMax: number;
  /** Time for a context, and for the browser, to close before the browser is killed. */
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
