import { join } from 'node:path';
import { ROOT } from '../../stack/paths.ts';
import { COPILOT } from './dashboards/copilot.ts';
import { dashboardJson } from './dashboards/dashboard.ts';
import { DEPENDENCIES } from './dashboards/dependencies.ts';
import { PRODUCT } from './dashboards/product.ts';
import { SHORT_LINKS } from './dashboards/short-links.ts';
import { longRequests } from './long-requests.ts';
import { chartProcesses } from './process-table.ts';
import { valuesSchema } from './values-schema.ts';

const CHART = join(ROOT, 'charts/dealbridge');

/** Files of the chart that are generated from the sources, with their expected text. */
export const CHART_FILES: readonly { readonly path: string; readonly write: () => string }[] = [
  { path: join(CHART, 'files/processes.json'), write: () => asJson(chartProcesses()) },
  { path: join(CHART, 'files/long-requests.json'), write: () => asJson(longRequests()) },
  { path: join(CHART, 'values.schema.json'), write: () => asJson(valuesSchema()) },
  ...[PRODUCT, SHORT_LINKS, COPILOT, DEPENDENCIES].map((dashboard) => {
    const path = join(CHART, 'dashboards', `${dashboard.uid}.json`);
    return { path, write: () => asJson(dashboardJson(dashboard)) };
  }),
];

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
