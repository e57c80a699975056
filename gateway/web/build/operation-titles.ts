import { OPERATIONS } from '@svc/operations/registry/registry';
import type { Plugin } from 'vite';
import { virtualModule } from './virtual-module.ts';

/** What operations do, in words: name → title. A module of its own, for the pages that tell what agents do and ask for. */
export function operationTitles(): Plugin {
  const table = Object.fromEntries(OPERATIONS.map(({ name, summary, tier }) => [name, titleOf(summary, tier)]));
  return virtualModule('operation-titles', table);
}

/** The summary without what only callers need; after the comma of a read that is the order of its rows. */
export function titleOf(summary: string, tier: number): string {
  const [title = summary] = summary.split(tier === 0 ? /[,;:]/ : /[;:]/, 1);
  return title;
}
