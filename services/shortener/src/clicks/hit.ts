/** What the redirect knows of one request. */
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

/** Takes what the redirect saw; counting it happens later and elsewhere. */
export interface ClickRecorder {
  /** Never waits and never throws. */
  record(hit: Hit): void;
  /** Resolves when everything recorded before the call has been handed on, or has failed to be for this time. */
  flush(): Promise<void>;
  /** Hands on what is left, for a few seconds at most; afterwards `record` still takes hits, but nothing sends them. */
  stop(): Promise<void>;
  /** Events that have not been handed on yet. */
  pending(): number;
}
