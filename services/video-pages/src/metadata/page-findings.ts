/** What was found on a page, as plain text. The caller opened the page; nothing here opens anything. */
export interface PageFindings {
  /** Final address of the main frame. */
  readonly url: string;
  /** Canonical key of the video that was asked for. */
  readonly requestedKey: string;
  /** `<html lang>`. */
  readonly lang: string | null;
  /** Visible texts that hold a digit and a view noun, or say that there are no views; nearest to player or title first. */
  readonly texts: readonly { readonly text: string; readonly inCapture: boolean }[];
  /** Contents of script tags; `name` is the variable or the id of an app state, and may be empty for JSON-LD. */
  readonly scripts: readonly { readonly type: 'json_ld' | 'app_state'; readonly name: string; readonly text: string }[];
  /** Meta tags by `name` or `property`. */
  readonly metas: readonly { readonly name: string; readonly content: string }[];
}
