import { resolve } from 'node:path';

/** Resolves a path against a folder; `-` stays. */
export function pathIn(folder: string, path: string): string {
  return path === '-' ? path : resolve(folder, path);
}
