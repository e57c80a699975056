import type { Answer, VerificationRow } from './evidence-types.js';

type NoWriteReason = NonNullable<VerificationRow['noWriteReason']>;
type Requirement = VerificationRow['missingWriteRequirements'][number];
type RankedRow = Answer<'rank_candidates'>['ranked'][number];

/** Why a row cannot be recorded yet, and what to do about it. */
export const WHY_NOT: Readonly<Record<NoWriteReason, string>> = {
  source_url_not_video: "The URL isn't a video's.",
  short_link_unresolved: 'The URL is a short link. Open it and paste the URL it leads to.',
  unsupported_platform: 'The platform is unknown, and none of your deals has this video.',
  already_existing_row: 'A count is already recorded for that day, or with this screenshot.',
  duplicate_candidate: 'Another row has the same video.',
  date_mismatch: 'It was posted on another day. Change the day of the search, or accept videos of other days.',
  direct_proof_rejected: "You checked: the promotion isn't in it.",
  proof_not_direct: 'Captions and comments only hint at the promotion. Confirm it in the video.',
  missing_direct_proof: "The promotion hasn't been confirmed in the video yet.",
  missing_screenshot: 'A screenshot of its page is missing.',
  screenshot_not_uploaded: "The screenshot isn't saved yet.",
  screenshot_source_mismatch: 'The screenshot shows another page. Attach one of this video.',
  missing_view_count: 'The view count is missing.',
  view_count_ambiguous: 'The count on the page is ambiguous. Enter it.',
  view_count_review_only: "The count comes from a list of videos. Read it on the video's page.",
  missing_observed_promo_at_seconds: 'The moment of the promotion is missing.',
  observed_seconds_out_of_range: 'The moment is after the end of the video.',
  promo_conflict: "The code in the video isn't the one you're looking for.",
};

/** The five parts of the evidence for a view count, in order. */
export const REQUIREMENTS: readonly (readonly [requirement: Requirement, name: string])[] = [
  ['directProof', 'Proof'],
  ['sourceVideoUrl', 'Video'],
  ['screenshot', 'Screenshot'],
  ['viewCount', 'Count'],
  ['observedPromoAtSeconds', 'Moment'],
];

/** Why a link or a row of a file was not added. */
const WHY_NOT_TAKEN: Readonly<Record<string, string>> = {
  invalid_url: "It isn't a link.",
  too_long: "It's too long.",
  userinfo_not_allowed: 'It has a user name before the host.',
  unexpected_port: 'It uses a port no platform uses.',
  account_page: "It's an account's page, not a video's.",
  search_page: "It's a search results page, not a video's.",
  not_a_video: "It isn't a video's page.",
  short_link_unresolved: "It's a short link. Open it and paste the URL it leads to.",
  unsupported_platform: 'The platform is unknown.',
  local_or_private_target: "It's a private network address.",
};

export function whyNotTaken(reason: string): string {
  return WHY_NOT_TAKEN[reason] ?? "It can't be used.";
}

const DATE_TEXTS: Readonly<Record<RankedRow['dateConfidence'], string>> = {
  exact: 'posted on the day',
  adjacent: 'posted a day off',
  window: 'posted within 3 days',
  approximate: 'posted about then',
  mismatch: 'posted on another day',
  unknown: '',
};

/** Reasons for and against a row, most important first. */
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
      // Omits reasons that the row shows anyway: its source, and a readable count.
      return '';
  }
}
