import type { Output } from '../api/operations.js';

/** Fields that a link can show of a kind of record, in the server's order. */
export type Shown = Output<'external_shares.fields'>['items'];

export interface ShownGroup {
  readonly name: string;
  readonly fields: Shown;
}

const GROUPS: readonly { readonly name: string; readonly keys: readonly string[] }[] = [
  {
    name: 'Basics',
    keys: ['name', 'brand', 'company', 'status', 'promoCode', 'promoLink', 'platform', 'postDate', 'tags'],
  },
  {
    name: 'Views and proof',
    keys: ['viewsTarget', 'totalViews', 'videoCount', 'videos', 'readings', 'screenshots', 'linkClicks'],
  },
  { name: 'Money', keys: ['price', 'revenue', 'currency'] },
  { name: 'Contact data and notes', keys: ['contactName', 'email', 'phone', 'handles', 'notes'] },
];

const GROUPED = new Set(GROUPS.flatMap(({ keys }) => keys));

/** Labels that differ from the keys. */
const LABELS: Readonly<Record<string, string>> = { readings: 'View counts', linkClicks: 'Clicks' };

/** The selectable fields in groups; ungrouped ones come last, so that none is missing. */
export function shownGroups(shown: Shown): readonly ShownGroup[] {
  const labeled = shown.map((field) => ({ ...field, label: LABELS[field.key] ?? field.label }));
  return [
    ...GROUPS.map(({ name, keys }) => ({
      name,
      fields: keys.flatMap((key) => labeled.filter((field) => field.key === key)),
    })),
    { name: 'Other', fields: labeled.filter(({ key }) => !GROUPED.has(key)) },
  ].filter(({ fields }) => fields.length > 0);
}
