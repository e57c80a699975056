import type { Input, Item } from '../api/operations.js';
import { listOf } from '../ui/form-text.js';
import { addDays } from './add-days.js';

export type Deal = Item<'deals.list'>;
type DealTemplate = Item<'templates.deal.list'>;
export type DealStatus = Deal['status'];

export const STATUS_NAMES: Readonly<Record<DealStatus, string>> = {
  draft: 'Draft',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** The states that may follow each. */
export const NEXT_STATUSES: Readonly<Record<DealStatus, readonly DealStatus[]>> = {
  draft: ['active', 'cancelled'],
  active: ['completed', 'cancelled'],
  completed: ['active'],
  cancelled: ['draft'],
};

/** The names of fields in words, in the order of the form. */
export const FIELD_NAMES = {
  name: 'Name',
  brand: 'Brand',
  promoCode: 'Promo code',
  promoLink: 'Promo link',
  price: 'Price',
  currency: 'Currency',
  viewsTarget: 'View target',
  platform: 'Platform',
  postDate: 'Posted on',
  contactName: 'Contact',
  tags: 'Tags',
  viewCheckDays: 'Check days',
  notes: 'Notes',
} as const;

type Field = keyof typeof FIELD_NAMES;

/** A deal as the texts of its form. */
export type DealTexts = Readonly<Record<Field, string>>;

export function textsOf(deal: Deal): DealTexts {
  return {
    name: deal.name,
    brand: deal.brand ?? '',
    promoCode: deal.promoCode ?? '',
    promoLink: deal.promoLink ?? '',
    price: deal.price === null ? '' : String(deal.price),
    currency: deal.currency,
    viewsTarget: deal.viewsTarget === null ? '' : String(deal.viewsTarget),
    platform: deal.platform ?? '',
    postDate: deal.postDate ?? '',
    contactName: deal.contactName ?? '',
    tags: deal.tags.join(', '),
    viewCheckDays: deal.viewCheckDays.join(', '),
    notes: deal.notes ?? '',
  };
}

/** A form of nothing yet. */
export function blankTexts(currency: string, viewCheckDays: readonly number[]): DealTexts {
  const empty = Object.fromEntries(Object.keys(FIELD_NAMES).map((field) => [field, ''])) as DealTexts;
  return { ...empty, currency, viewCheckDays: viewCheckDays.join(', ') };
}

/** What the form of a new deal takes from a template; what was agreed to be delivered stands in the notes. */
export function textsOfTemplate(template: DealTemplate, today: string): Partial<DealTexts> {
  const { name, platform, price, currency, viewsTarget, timelineDays, deliverables, notes } = template;
  return {
    name,
    platform: platform ?? '',
    price: price === null ? '' : String(price),
    currency,
    viewsTarget: viewsTarget === null ? '' : String(viewsTarget),
    postDate: timelineDays === null ? '' : addDays(today, timelineDays),
    notes: [deliverables, notes].filter((text) => text !== null).join('\n\n'),
  };
}

type DealFields = Omit<Input<'deals.update'>, 'dealId' | 'status'>;

/** What the texts say as the API takes it; an empty text clears a field. */
export function fieldsOf(texts: Partial<DealTexts>): DealFields {
  const fields = Object.entries(texts).map(([field, text]) => [field, valueOf(field as Field, text.trim())]);
  return Object.fromEntries(fields) as DealFields;
}

function valueOf(field: Field, text: string): unknown {
  switch (field) {
    case 'tags':
      return listOf(text);
    case 'viewCheckDays':
      return listOf(text).map(Number);
    case 'price':
    case 'viewsTarget':
      return text === '' ? null : Number(text);
    case 'name':
    case 'currency':
      return text;
    default:
      return text === '' ? null : text;
  }
}
