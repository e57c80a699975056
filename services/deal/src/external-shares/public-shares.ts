import type { PublicRecords } from '@svc/records/sharing/standing-repo';

/** External shares, which anyone with their link can open. */
export const PUBLIC_SHARES: PublicRecords = {
  records: 'deal.external_shares',
  standings: 'deal.account_standings',
};
