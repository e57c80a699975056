import type { Output } from '../api/operations.js';

type Reason = Output<'deals.preview_view_checks'>['needsPromoCode'][number]['reason'];

/** Why an import cannot match links to a deal, in words for users, because the API's messages are for programs. */
export const WHY_NO_DEAL: Readonly<Record<Reason, string>> = {
  no_match: 'No active deal matches.',
  team_shared_match: 'These links belong to a shared deal, and an import never changes a shared deal.',
  ambiguous_match: 'These links match several of your active deals.',
};
