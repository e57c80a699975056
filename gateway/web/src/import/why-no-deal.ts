import type { Output } from '../api/operations.js';

type Reason = Output<'deals.preview_view_checks'>['needsPromoCode'][number]['reason'];

/** Why an import cannot tell to which deal links belong, for people: the API's own words are for whoever repeats the call. */
export const WHY_NO_DEAL: Readonly<Record<Reason, string>> = {
  no_match: 'None of your active deals has one of these links.',
  team_shared_match:
    'A deal that a team shares with you has one of these links, and an import never changes a shared deal.',
  ambiguous_match: 'Several of your active deals have one of these links.',
};
