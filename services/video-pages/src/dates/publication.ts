/** Sources of a publication date, most reliable first. */
export const PUBLISHED_SOURCES = [
  'structured_metadata',
  'app_state',
  'id_timestamp',
  'dom_text',
  'operator',
  'relative_text',
] as const;

export type PublishedSource = (typeof PUBLISHED_SOURCES)[number];

/** Returns the entry from the most reliable source, the first one on a tie; undefined when empty. */
export function surestOf<Dated extends { readonly source: PublishedSource }>(
  dated: readonly Dated[],
): Dated | undefined {
  return dated.toSorted((a, b) => PUBLISHED_SOURCES.indexOf(a.source) - PUBLISHED_SOURCES.indexOf(b.source))[0];
}
