/** Where a date of publication may be from, what is surest first. */
export const PUBLISHED_SOURCES = [
  'structured_metadata',
  'app_state',
  'id_timestamp',
  'dom_text',
  'operator',
  'relative_text',
] as const;

export type PublishedSource = (typeof PUBLISHED_SOURCES)[number];

/** The one from the surest source, of equal ones the first; undefined when there are none. */
export function surestOf<Dated extends { readonly source: PublishedSource }>(
  dated: readonly Dated[],
): Dated | undefined {
  return dated.toSorted((a, b) => PUBLISHED_SOURCES.indexOf(a.source) - PUBLISHED_SOURCES.indexOf(b.source))[0];
}
