import type { Output } from '../api/operations.js';

export type Plan = Output<'deals.preview_view_checks'>;

/** A group that an import cannot match without a promo code. */
export type OpenGroup = Plan['needsPromoCode'][number];

/** The stable identity of a group while others come and go. */
export function noteKeyOf({ name, urls }: Pick<OpenGroup, 'name' | 'urls'>): string {
  return `${name ?? ''} ${urls[0] ?? ''}`;
}

/** A group in words: its name, or its number of videos. */
export function titleOf({ name, urls }: Pick<OpenGroup, 'name' | 'urls'>): string {
  return name ?? (urls.length === 1 ? '1 video' : `${urls.length} videos`);
}
