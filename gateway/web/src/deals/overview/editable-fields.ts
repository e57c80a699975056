import type { Deal } from '../deal-texts.js';
import type { DealValues } from '../form/deal-fields.js';

/** Fields edited in place, and the form fields of each. */
export const FIELDS_IN_PLACE = {
  brand: ['brand'],
  promoCode: ['promoCode'],
  promoLink: ['promoLink'],
  price: ['price', 'currency'],
  viewsTarget: ['viewsTarget'],
  platform: ['platform'],
  postDate: ['postDate'],
  contact: ['contactId'],
  influencer: ['influencerId'],
  tags: ['tags'],
  viewCheckDays: ['viewCheckDays'],
  notes: ['notes'],
} as const satisfies Readonly<Record<string, readonly (keyof DealValues & keyof Deal)[]>>;

export type EditableField = keyof typeof FIELDS_IN_PLACE;
