import type { Deal, FIELD_NAMES } from './deal-texts.js';

export type TextFieldName = keyof typeof FIELD_NAMES;

/** What is changed in one place: a field, or those that belong together. */
export type EditableField = TextFieldName | 'contact' | 'influencer';

/** The fields of the record behind each. */
export const EDITED_FIELDS: Readonly<Record<EditableField, readonly (keyof Deal)[]>> = {
  name: ['name'],
  brand: ['brand'],
  promoCode: ['promoCode'],
  promoLink: ['promoLink'],
  price: ['price', 'currency'],
  currency: ['currency'],
  viewsTarget: ['viewsTarget'],
  platform: ['platform'],
  postDate: ['postDate'],
  contactName: ['contactName'],
  tags: ['tags'],
  viewCheckDays: ['viewCheckDays'],
  notes: ['notes'],
  contact: ['contactId', 'contactName'],
  influencer: ['influencerId'],
};
