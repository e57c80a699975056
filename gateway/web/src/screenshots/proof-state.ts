/** How a picture stands that proves a count. */
export type Proof =
  /** `share` of it has been sent, from 0 to 1. */
  | { readonly status: 'sending'; readonly share: number }
  /** `found` is the count that was read in the picture. */
  | { readonly status: 'attached'; readonly screenshotId: string; readonly found: number | null }
  | { readonly status: 'refused'; readonly message: string };
