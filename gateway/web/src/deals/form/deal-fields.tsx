import type { ComponentType } from 'react';
import { ContactChoice, InfluencerChoice } from '../../records/record-choice.js';
import { DealTags, tags } from '../../records/tag-fields.js';
import { type Field, fieldsOf, type ValuesOf } from '../../ui/fields/fields-of.js';
import { area, currency, day, number, numbers, text } from '../../ui/fields/form-fields.js';
import { textOf } from '../../ui/parsing/form-text.js';
import { FIELD_NAMES } from '../deal-texts.js';
import { BrandField, PlatformField, type SuggestedFieldProps } from './suggested-fields.js';

/** The partner of a deal, who may have no contact record. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

export const DEAL_FIELDS = fieldsOf('deals.create', {
  name: text(FIELD_NAMES.name, { autoFocus: true }),
  brand: used(FIELD_NAMES.brand, BrandField),
  promoCode: text(FIELD_NAMES.promoCode),
  promoLink: text(FIELD_NAMES.promoLink, { type: 'url' }),
  price: number(FIELD_NAMES.price, { isMoney: true }),
  currency: currency(FIELD_NAMES.currency),
  viewsTarget: number(FIELD_NAMES.viewsTarget),
  platform: used(FIELD_NAMES.platform, PlatformField),
  postDate: day(FIELD_NAMES.postDate),
  contactId: person(FIELD_NAMES.contactName, ContactChoice),
  influencerId: person('Influencer', InfluencerChoice),
  tags: tags(FIELD_NAMES.tags, DealTags),
  viewCheckDays: numbers(FIELD_NAMES.viewCheckDays, { hint: 'Days after posting, for example 1, 7, 30.' }),
  notes: area(FIELD_NAMES.notes, { rows: 4 }),
});

export type DealValues = ValuesOf<typeof DEAL_FIELDS>;

/** A text field that offers values of existing deals. */
function used(label: string, Control: ComponentType<SuggestedFieldProps>): Field<string | null> {
  return {
    label,
    blank: null,
    read: (form, name, kept) => (form.has(name) ? textOf(form, name).trim() || null : kept),
    control: ({ name, value, change, error }) => (
      <Control label={label} name={name} error={error} text={value ?? ''} onText={change} />
    ),
  };
}

function person(label: string, Control: typeof ContactChoice): Field<Person | null> {
  return {
    label,
    blank: null,
    read: (_form, _name, kept) => kept,
    show: (chosen) => chosen?.name ?? '',
    control: ({ value, change, error }) => (
      <Control label={label} canCreate chosen={value} onChoose={change} error={error} />
    ),
  };
}

/** The form's values in the API's format. */
export function dealInput<Given extends Partial<DealValues>>({ contactId, influencerId, ...fields }: Given) {
  return {
    ...fields,
    ...(contactId !== undefined && { contactId: contactId?.id || null, contactName: contactId?.name ?? null }),
    ...(influencerId !== undefined && { influencerId: influencerId?.id ?? null }),
  };
}
