import type { DealValues } from './deal-fields.js';
import type { Deal } from './deal-texts.js';

/** What is changed where it stands, and the fields of the form that belong to each. */
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
