/** Accessibility of a page as axe-core sees it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** It goes through three processes for each page, and is less than half as long in this form. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, levels A and AA. */
const ALL: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};

/** Rules that the same page may keep in one look and break in another. */
const OF_LOOKS: Readonly<Record<Look, RunOptions>> = {
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  // A narrow page has a bar and buttons of its own.
  narrow: {
    runOnly: {
      type: 'rule',
      values: [
        'target-size',
        'scrollable-region-focusable',
        'color-contrast',
        'button-name',
        'link-name',
        'aria-hidden-focus',
      ],
    },
  },
};

export type Look = 'dark' | 'narrow';

/**
 * What the page as it stands does against WCAG 2.2 A and AA: a line for each element, with the rule, and how to mend it. With a look
 * only the rules that colors or width can break, for a page that has been judged by all of them once.
 */
export async function findViolations(page: Page, look?: Look): Promise<string[]> {
  const options: RunOptions = { ...(look === undefined ? ALL : OF_LOOKS[look]), resultTypes: ['violations'] };
  // As an expression from outside, which the policy of the page does not hinder.
  if (!(await page.evaluate<boolean>(`typeof axe === 'object'`))) await page.evaluate(SOURCE);
  const violations = await page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
