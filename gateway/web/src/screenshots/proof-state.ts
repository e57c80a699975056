/** State of a screenshot that proves a count. */
export type Proof =
  /** The sent share, from 0 to 1. */
  | { readonly status: 'sending'; readonly share: number }
  /** The count read from the screenshot. */
  | { readonly status: 'attached'; readonly screenshotId: string; readonly found: number | null }
  | { readonly status: 'refused'; readonly message: string };
