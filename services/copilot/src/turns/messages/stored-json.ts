/** Escapes in JSON text; a match includes the character after a backslash, so that `\\u0000` does not count as NUL. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|[^u])/g;

/** JSON that Postgres accepts as `jsonb`: models may send NUL, which is dropped, and lone surrogates, which are replaced. */
export function storedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(ESCAPE, (escape) => {
    if (escape === String.raw`\u0000`) return '';
    return escape.startsWith(String.raw`\ud`) ? '\ufffd' : escape;
  });
}
