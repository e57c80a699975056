/** A filter for lists of deals that matches every deal. */
export const ANY_DEAL = {
  status: null,
  query: null,
  promoCode: null,
  tag: null,
  brand: null,
  contactId: null,
  influencerId: null,
  from: null,
  to: null,
  overdue: null,
  behindTarget: null,
  unpaid: null,
} as const;
