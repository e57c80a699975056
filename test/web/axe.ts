/** Checks the accessibility of a page with axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The minified build, less than half as long, because it passes through three processes for each page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, levels A and AA. */
const ALL: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};

/** Rules whose result depends on colors or width. */
const OF_LOOKS: Readonly<Record<Look, RunOptions>> = {
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  // A narrow page has a different bar and buttons.
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
 * Violations of WCAG 2.2 A and AA on the page: a line for each element, with the rule and how to fix it. With a look,
 * checks only the rules that color or width can break, for a page that has passed all rules once.
 */
export async function findViolations(page: Page, look?: Look): Promise<string[]> {
  const options: RunOptions = { ...(look === undefined ? ALL : OF_LOOKS[look]), resultTypes: ['violations'] };
  // Evaluated by the driver, so the content security policy does not block it.
  if (!(await page.evaluate<boolean>(`typeof axe === 'object'`))) await page.evaluate(SOURCE);
  const violations = await page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
