import type { ShareTable } from '@svc/records/sharing/visibility-predicate';

/** Screenshots that are shared with teams; a team knows one without a note by its short id. */
export const SCREENSHOT_SHARES: ShareTable = {
  table: 'screenshot.screenshot_shares',
  key: 'screenshot_id',
  records: 'screenshot.screenshots',
  title: 'left(coalesce(r.note, r.short_id), 200)',
  only: 'r.ended_at is null',
};
