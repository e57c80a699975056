import { resolve } from 'node:path';

/** A path as it was typed in a folder; `-` stays. */
export function pathIn(folder: string, path: string): string {
  return path === '-' ? path : resolve(folder, path);
}
