import type { PublicRecords } from '@svc/records/sharing/standing-repo';

/** Links, which anyone can open. */
export const PUBLIC_LINKS: PublicRecords = {
  records: 'shortener.links',
  standings: 'shortener.account_standings',
};
