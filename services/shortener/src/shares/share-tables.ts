import type { ShareTable } from '@svc/records/sharing/visibility-predicate';

/** Links shared with teams; a team sees one without a title by its short id. */
export const LINK_SHARES: ShareTable = {
  table: 'shortener.link_shares',
  key: 'link_id',
  records: 'shortener.links',
  title: 'coalesce(r.title, r.short_id)',
  only: 'r.deleted_at is null',
};
