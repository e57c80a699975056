import { OPERATIONS } from '@svc/operations/registry/registry';
import type { Plugin } from 'vite';
import { virtualModule } from './virtual-module.ts';

/** The titles of operations by name, as a separate module for the pages about agents. */
export function operationTitles(): Plugin {
  const table = Object.fromEntries(OPERATIONS.map(({ name, summary, tier }) => [name, titleOf(summary, tier)]));
  return virtualModule('operation-titles', table);
}

/**
 * The first clause of the summary, said to the user. For a read, a comma also ends it, because only callers need the order of rows. The app shows
 * plain text, so code loses its backticks.
 */
export function titleOf(summary: string, tier: number): string {
  const [title = summary] = summary.split(tier === 0 ? /[,;:]/ : /[;:]/, 1);
  return title.replaceAll('`', '').replaceAll(/\bthe user\b/g, 'you');
}
