import type { OpenedRecords } from '@svc/records/sharing/standing-repo';

/** Links, which anyone can open. */
export const OPENED_LINKS: OpenedRecords = {
  records: 'shortener.links',
  standings: 'shortener.account_standings',
};
