import { versionConflict } from './app-error.js';

/** Throws VERSION_CONFLICT when the stored version is not the one that the caller saw; null skips the check. */
export function checkVersion(stored: number, expected: number | null | undefined): void {
  if (typeof expected === 'number' && expected !== stored) throw versionConflict(stored);
}
