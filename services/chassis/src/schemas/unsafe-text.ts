import type { ErrorDetail } from '../errors/app-error.js';

/** Maximum nesting of an input; no operation needs more than a handful. */
const DEPTH_MAX = 32;

/**
 * Finds the first unsafe part of an input: a string that cannot be stored (with a NUL character or half of a surrogate pair), a field name that would
 * affect prototypes, or excessive nesting; undefined when there is none.
 */
export function findUnsafeText(value: unknown, path = '', depth = 0): ErrorDetail | undefined {
  if (typeof value === 'string') return unsafeString(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= DEPTH_MAX) return { path, message: `must be nested at most ${DEPTH_MAX} levels deep.` };
  for (const [key, child] of Object.entries(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    // Schemas of maps drop it silently.
    if (key === '__proto__') return { path: childPath, message: 'is not a known field. Leave it out.' };
    const found = unsafeString(key, path) ?? findUnsafeText(child, childPath, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function unsafeString(text: string, path: string): ErrorDetail | undefined {
  if (text.includes('\0')) return { path, message: 'must not contain a NUL character. Remove it.' };
  if (!text.isWellFormed())
    return { path, message: 'must be well-formed Unicode. It contains half of a surrogate pair.' };
  return undefined;
}
