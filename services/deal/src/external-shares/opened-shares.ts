import type { OpenedRecords } from '@svc/records/sharing/standing-repo';

/** Shared links, which anyone who has one can open. */
export const OPENED_SHARES: OpenedRecords = {
  records: 'deal.external_shares',
  standings: 'deal.account_standings',
};
