/** Raw contents of a page, as plain text. The caller opened the page; this package makes no requests. */
export interface PageFindings {
  /** Final URL of the main frame. */
  readonly url: string;
  /** Canonical key of the requested video. */
  readonly requestedKey: string;
  /** `<html lang>`. */
  readonly lang: string | null;
  /** Visible texts with a digit and a view noun, or that say there are no views; closest to the player or title first. */
  readonly texts: readonly { readonly text: string; readonly inCapture: boolean }[];
  /** Contents of script tags; `name` is the variable or script id of an app state, and may be empty for JSON-LD. */
  readonly scripts: readonly { readonly type: 'json_ld' | 'app_state'; readonly name: string; readonly text: string }[];
  /** Meta tags by `name` or `property`. */
  readonly metas: readonly { readonly name: string; readonly content: string }[];
}
