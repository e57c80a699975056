import type { OpenedRecords } from '@svc/records/sharing/standing-repo';

/** Links for people outside, which anybody opens who has one. */
export const OPENED_SHARES: OpenedRecords = {
  records: 'deal.external_shares',
  standings: 'deal.account_standings',
};
