import type { Answer, VerificationRow } from './evidence-types.js';

type NoWriteReason = NonNullable<VerificationRow['noWriteReason']>;
type Requirement = VerificationRow['missingWriteRequirements'][number];
type RankedRow = Answer<'rank_candidates'>['ranked'][number];

/** Why a row cannot be recorded yet, and what to do about it. */
export const WHY_NOT: Readonly<Record<NoWriteReason, string>> = {
  source_url_not_video: 'The address is not that of a video.',
  short_link_unresolved: 'The address is a short link. Open it and paste the address that it leads to.',
  unsupported_platform: 'The page is of no known platform, and none of your deals has it as a video.',
  already_existing_row: 'It has been recorded today already.',
  duplicate_candidate: 'Another row is the same video.',
  date_mismatch: 'It was posted on another day. Change the day of the search, or accept videos of other days.',
  direct_proof_rejected: 'You looked, and the promotion is not in it.',
  proof_not_direct: 'Captions and comments only point to the promotion. Hear or see it in the video.',
  missing_direct_proof: 'Nobody has heard or seen the promotion in the video yet.',
  missing_screenshot: 'A picture of its page is missing.',
  screenshot_not_uploaded: 'The picture is not stored yet.',
  screenshot_source_mismatch: 'The picture is of another page. Attach one of this video.',
  missing_view_count: 'The view count is missing.',
  view_count_ambiguous: 'The count on the page could mean two numbers. Type it.',
  view_count_review_only: 'The count comes from a list of videos. Read it on the page of the video.',
  missing_observed_promo_at_seconds: 'The moment of the promotion is missing.',
  observed_seconds_out_of_range: 'The moment is after the end of the video.',
  promo_conflict: 'The code in the video is not the one that you look for.',
};

/** The five things that a reading has to rest on, in their order. */
export const REQUIREMENTS: readonly (readonly [requirement: Requirement, name: string])[] = [
  ['directProof', 'Proof'],
  ['sourceVideoUrl', 'Video'],
  ['screenshot', 'Picture'],
  ['viewCount', 'Count'],
  ['observedPromoAtSeconds', 'Moment'],
];

/** Why a link or a row of a file was not taken. */
const WHY_NOT_TAKEN: Readonly<Record<string, string>> = {
  invalid_url: 'It is no link.',
  too_long: 'It is too long.',
  userinfo_not_allowed: 'It has a user name in front of the host.',
  unexpected_port: 'It names a port that no platform has.',
  account_page: 'It is the page of an account, not of a video.',
  search_page: 'It is a page of search results, not of a video.',
  not_a_video: 'It is not the page of a video.',
  short_link_unresolved: 'It is a short link. Open it and paste the address that it leads to.',
  unsupported_platform: 'It is a page of no known platform.',
  local_or_private_target: 'It is an address inside a network.',
};

export function whyNotTaken(reason: string): string {
  return WHY_NOT_TAKEN[reason] ?? 'It cannot be used.';
}

const DATE_TEXTS: Readonly<Record<RankedRow['dateConfidence'], string>> = {
  exact: 'posted on the day',
  adjacent: 'posted a day off',
  window: 'posted within 3 days',
  approximate: 'posted about then',
  mismatch: 'posted on another day',
  unknown: '',
};

/** What speaks for a row and against it, the weightiest first. */
export function reasonsOf({ features, promo }: RankedRow): readonly string[] {
  return features
    .toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points))
    .map(({ name, detail }) => describeFeature(name, detail, promo))
    .filter((reason) => reason !== '');
}

function describeFeature(name: string, detail: string, promo: RankedRow['promo']): string {
  switch (name) {
    case 'accountMatch':
      return { 'exact handle': 'the account', 'another handle': 'another account' }[detail] ?? `account: ${detail}`;
    case 'date':
      return DATE_TEXTS[detail as RankedRow['dateConfidence']] ?? '';
    case 'promoTranscript':
      return promo?.tier === 'fuzzy' ? 'something like the code in its captions' : 'code in its captions';
    case 'promoCaption':
      return 'code in its text';
    case 'promoFirstComment':
      return 'code in its first comment';
    case 'brandMention':
      return 'brand named';
    case 'queryOverlap':
      return `${detail} of yours`;
    case 'otherPromoCode':
      return 'another code';
    default:
      // Where it was found, and that its count can be read, is seen anyway.
      return '';
  }
}
