import type { ShareTable } from '@svc/records/sharing/visibility-predicate';

/** Screenshots shared with teams; one without a note is titled by its short id. */
export const SCREENSHOT_SHARES: ShareTable = {
  table: 'screenshot.screenshot_shares',
  key: 'screenshot_id',
  records: 'screenshot.screenshots',
  title: 'left(coalesce(r.note, r.short_id), 200)',
  only: 'r.ended_at is null',
};
