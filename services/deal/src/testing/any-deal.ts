/** The filter of a list of deals that leaves none out. */
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
