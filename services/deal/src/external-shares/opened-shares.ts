import type { OpenedRecords } from '@svc/records/sharing/standing-repo';

/** External shares, which anyone with their link can open. */
export const OPENED_SHARES: OpenedRecords = {
  records: 'deal.external_shares',
  standings: 'deal.account_standings',
};
