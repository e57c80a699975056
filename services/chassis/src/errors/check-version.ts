import { versionConflict } from './app-error.js';

/** Throws VERSION_CONFLICT when the caller has seen another version than the stored one; null asks for no check. */
export function checkVersion(stored: number, expected: number | null | undefined): void {
  if (typeof expected === 'number' && expected !== stored) throw versionConflict(stored);
}
