import type { OpenedRecords } from '@svc/records/sharing/standing-repo';

/** Links for people outside, which anyone who has one can open. */
export const OPENED_SHARES: OpenedRecords = {
  records: 'deal.external_shares',
  standings: 'deal.account_standings',
};
