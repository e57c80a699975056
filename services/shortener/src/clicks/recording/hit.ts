/** The facts of one request, from the redirect. */
export interface Hit {
  readonly linkId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly userAgent: string | undefined;
  readonly referrer: string | undefined;
  /** ISO 3166-1 alpha-2, from a trusted header only. */
  readonly country: string | undefined;
  /** Client address as text; used only for the visitor hash and never stored. */
  readonly address: string;
  /** Why it is not a click: a HEAD or a prefetch. Bots are recognized by their user agent. */
  readonly exclusion: 'head' | 'prefetch' | undefined;
}
