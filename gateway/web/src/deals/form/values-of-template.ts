import type { Item } from '../../api/operations.js';
import { addDays } from '../../days/add-days.js';
import type { DealValues } from './deal-fields.js';

/** The deal form's initial values from a template; deliverables go to the notes. */
export function valuesOfTemplate(template: Item<'templates.deal.list'>, today: string): Partial<DealValues> {
  const { name, platform, price, currency, viewsTarget, timelineDays, deliverables, notes } = template;
  return {
    name,
    platform,
    price,
    currency,
    viewsTarget,
    postDate: timelineDays === null ? null : addDays(today, timelineDays),
    notes: [deliverables, notes].filter((text) => text !== null).join('\n\n') || null,
  };
}
