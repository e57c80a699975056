/** What one call does to several records, as a line of its own: the words around their number. */
export const ACTIONS_ON_MANY: Readonly<Record<string, readonly [string, string]>> = {
  'deal.created': ['Created', 'deals'],
  'deal.updated': ['Updated', 'deals'],
  'deal.deleted': ['Deleted', 'deals'],
  'deal.shared': ['Shared', 'deals with a team'],
  'deal.unshared': ['Stopped sharing', 'deals with a team'],
  'payment.updated': ['Updated', 'payments'],
  'payment.deleted': ['Deleted', 'payments'],
};
