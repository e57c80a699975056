/** Accessibility of a page as axe-core sees it. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const RUN = `axe.run(document, ${JSON.stringify({ runOnly: { type: 'tag', values: LEVELS }, resultTypes: ['violations'] })})`;

/** What the page as it stands does against WCAG 2.2 A and AA: a line for each element, with the rule, and how to mend it. */
export async function findViolations(page: Page): Promise<string[]> {
  // As an expression from outside, which the policy of the page does not hinder.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(RUN);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
