import type { UnmatchedGroup } from '@svc/proto/deal/v1/bulk_import_service';
import type { ImportGroup } from './import-group.js';

/** Registry name of the operation to repeat. */
const OPERATION = 'deals.bulk_add_view_checks';
const OPTIONAL_FIELDS = ['name', 'price', 'viewsTarget', 'promoLink', 'contact', 'notes'];

/** Characters of a link shown in a sentence: enough to recognize it. */
const LINK_LENGTH_MAX = 100;

export type UnmatchedReason = 'no_match' | 'team_shared_match' | 'ambiguous_match';

/** Descriptions of the reasons; `links` describes the links of the group. */
const FINDINGS: Readonly<Record<UnmatchedReason, (links: string) => string>> = {
  no_match: (links) => `None of your active deals has ${links}.`,
  team_shared_match: (links) =>
    `A deal that a team shares with you has ${links}, and an import never changes a shared deal.`,
  ambiguous_match: (links) => `Several of your active deals have ${links}.`,
};

/** Builds the question to the caller, and the request that imports this group with the answer. `dealName` is the deal with the suggested code. */
export function toUnmatchedGroup(
  group: ImportGroup,
  reason: UnmatchedReason,
  postDate: string,
  dealName: string | undefined,
): UnmatchedGroup {
  const { index, name, details, suggestion } = group;
  const urls = group.videos.map(({ originalUrl }) => originalUrl);
  return {
    groupIndex: index,
    urls,
    name,
    reason,
    requiredFields: ['promoCode'],
    optionalFields: OPTIONAL_FIELDS,
    prompt: promptOf(group, urls, reason, dealName),
    suggestedCode: suggestion?.promoCode,
    suggestedName: suggestion?.name ?? undefined,
    suggestedDealName: dealName,
    nextAction: { operation: OPERATION, retryParams: { postDate, collections: [{ urls, name, ...details }] } },
  };
}

function promptOf(
  { name, suggestion }: ImportGroup,
  urls: readonly string[],
  reason: UnmatchedReason,
  dealName: string | undefined,
): string {
  const links = urls.length === 1 ? 'the link' : `the ${urls.length} links starting with`;
  const [first = ''] = urls;
  const subject = `${links} ${first.slice(0, LINK_LENGTH_MAX)}${name === null ? '' : ` of ${name}`}`;
  const finding =
    dealName === undefined
      ? `The text seems to name ${suggestion?.promoCode}`
      : `The active deal ${dealName} with the code ${suggestion?.promoCode} seems to be meant`;
  const guess = suggestion && ` ${finding}; ask whether it is right.`;
  return (
    `Which promo code belongs to ${subject}? ${FINDINGS[reason](urls.length === 1 ? 'this link' : 'one of these links')}${guess ?? ''} Ask for the promo code and, for a new deal, ` +
    `for name, price, views target, promo link, contact and notes as far as they are known; then call ${OPERATION} ` +
    'with nextAction.retryParams, adding promoCode and these details to the group.'
  );
}
