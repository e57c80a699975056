/** The facts of one request, from the redirect. */
export interface Hit {
  readonly linkId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly userAgent: string | undefined;
  readonly referrer: string | undefined;
  /** ISO 3166-1 alpha-2, from a trusted header only. */
  readonly country: string | undefined;
  /** Client address as text; used for the visitor hash alone and kept nowhere. */
  readonly address: string;
  /** Why it is no click by itself: a HEAD or a prefetch. Bots are found from the user agent. */
  readonly exclusion: 'head' | 'prefetch' | undefined;
}
