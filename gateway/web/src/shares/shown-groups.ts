import type { Output } from '../api/operations.js';

/** What a link can show of a kind of records, in the order of the server. */
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

/** What the app calls otherwise than by their keys. */
const LABELS: Readonly<Record<string, string>> = { readings: 'View counts', linkClicks: 'Clicks' };

/** What can be chosen, by what it is about; what no group knows comes last, so that none is left out. */
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
