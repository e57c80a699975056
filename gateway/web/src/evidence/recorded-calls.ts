import type { Output } from '../api/operations.js';
import { WHY_NO_DEAL } from '../import/why-no-deal.js';
import type { ProposedCall } from './evidence-types.js';
import type { Row, SentCall, Work } from './work.js';

type Imported = Output<'deals.bulk_add_view_checks'>;

/** Whether two calls record the same. A retry keeps the first attempt's time, so times are not compared. */
export function isSameCall(
  one: Pick<SentCall, 'operation' | 'arguments'>,
  other: Pick<ProposedCall, 'operation' | 'arguments'>,
) {
  return one.operation === other.operation && describe(one.arguments) === describe(other.arguments);
}

function describe({ checkedAt: _time, ...fields }: SentCall['arguments']): string {
  return JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The work after an import: imported rows become videos of deals, and the others get the reason for the refusal. */
export function applyImport(
  work: Work,
  candidateIds: readonly string[],
  answer: Imported,
): { readonly work: Work; readonly refusals: Readonly<Record<string, string>> } {
  const isAsked = ({ candidateId }: Row): boolean => candidateIds.includes(candidateId);
  const rows = work.rows.map((row) => {
    const known = isAsked(row) ? knownIn(answer, row) : undefined;
    return known ? { ...row, known } : row;
  });
  const refused = rows.filter((row) => isAsked(row) && row.known === undefined);
  return {
    work: { ...work, rows },
    refusals: Object.fromEntries(refused.map((row) => [row.candidateId, whyNotImported(answer, row)])),
  };
}

function knownIn({ deals }: Imported, { canonicalUrl }: Row): Row['known'] {
  for (const { dealId, name, promoCode, videos } of deals) {
    const video = videos.find(({ url }) => url === canonicalUrl);
    if (video) return { dealId, dealName: name, promoCode, videoId: video.videoId, url: video.url };
  }
  return undefined;
}

function whyNotImported({ needsPromoCode, invalid }: Imported, { canonicalUrl }: Row): string {
  const group = needsPromoCode.find(({ urls }) => urls.includes(canonicalUrl ?? ''));
  if (group) return `${WHY_NO_DEAL[group.reason]} Name its promo code in the search.`;
  return invalid.find(({ url }) => url === canonicalUrl)?.message ?? 'The import rejected it.';
}
