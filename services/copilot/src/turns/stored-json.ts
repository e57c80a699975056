/** Escapes of a JSON text; what follows a backslash is taken with it, so that `\\u0000` is no NUL. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|[^u])/g;

/** JSON that Postgres takes as `jsonb`: what models say may hold NUL, which is left out, and halves of surrogate pairs, which are replaced. */
export function storedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(ESCAPE, (escape) => {
    if (escape === String.raw`\u0000`) return '';
    return escape.startsWith(String.raw`\ud`) ? '\ufffd' : escape;
  });
}
