import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import { type Scope, viewerOf, visibilityOf } from '@svc/records/sharing/visibility-predicate';
import { SCREENSHOT_SHARES } from '../shares/share-tables.js';
import type { ScreenshotStatus, SeenScreenshot } from './screenshot.js';
import { SCREENSHOT_COLUMNS, SCREENSHOT_JOINS, STATUS } from './screenshot-repo.js';

/** Filters of a list; null disables one. */
export interface ScreenshotFilter {
  readonly scope: Scope;
  readonly dealId: string | null;
  readonly videoId: string | null;
  readonly platform: string | null;
  /** Null excludes expired and deleted screenshots. */
  readonly status: ScreenshotStatus | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly before: Date | null;
  /** Matches note, URL, short id and page title. */
  readonly query: string | null;
}

/** Visibility of screenshots, for queries that alias the table as `shot`. */
export const SCREENSHOT_VISIBILITY = visibilityOf(SCREENSHOT_SHARES, 'shot');
/** Condition for expired and deleted screenshots. */
export const HAS_ENDED = `${STATUS} in ('expired', 'deleted')`;
/** Only the owner sees expired and deleted ones. */
export const IS_VISIBLE = `(${SCREENSHOT_VISIBILITY.isVisible} and (shot.owner_id = $1 or not ${HAS_ENDED}))`;
export const SCREENSHOT_TEAM_IDS = `${SCREENSHOT_VISIBILITY.teamIds} as "teamIds"`;

/** Searched expression; must match the index exactly. */
export const SCREENSHOT_TEXT =
  'screenshot.screenshot_search_text(shot.short_id, shot.source_url, shot.note, shot.capture)';

/** Finds a screenshot that the caller owns or sees through a team. */
export async function findSeenScreenshot(
  db: Db,
  user: UserPrincipal,
  screenshotId: string,
): Promise<SeenScreenshot | null> {
  return db.find<SeenScreenshot>(
    `select ${SCREENSHOT_COLUMNS}, ${SCREENSHOT_TEAM_IDS} from screenshot.screenshots shot
       ${SCREENSHOT_JOINS}
      where shot.id = $3 and ${IS_VISIBLE}`,
    [...viewerOf(user), screenshotId],
  );
}

/** Lists screenshots the caller sees, newest first, with their total, which is a lower bound for large lists. */
export async function listSeenScreenshots(
  db: Db,
  user: UserPrincipal,
  filter: ScreenshotFilter,
  page: Page,
): Promise<PageRows<SeenScreenshot>> {
  const values: unknown[] = viewerOf(user);
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const parts = [SCREENSHOT_VISIBILITY.isInScope(filter.scope, 'shot.owner_id', 'shot.id')];
  if (filter.dealId !== null) parts.push(`shot.deal_id = ${parameter(filter.dealId)}`);
  if (filter.videoId !== null) parts.push(`shot.video_id = ${parameter(filter.videoId)}`);
  if (filter.platform !== null) parts.push(`shot.platform = ${parameter(filter.platform)}`);
  if (filter.from !== null) parts.push(`shot.created_at >= ${parameter(filter.from)}`);
  if (filter.before !== null) parts.push(`shot.created_at < ${parameter(filter.before)}`);
  if (filter.status === null) parts.push(`not ${HAS_ENDED}`);
  else parts.push(`${STATUS} = ${parameter(filter.status)}`, `(shot.owner_id = $1 or not ${HAS_ENDED})`);
  if (filter.query !== null) {
    const pattern = parameter(searchPattern(filter.query));
    parts.push(`${SCREENSHOT_TEXT} like extensions.search_text(${pattern})`);
  }
  const listed = `screenshot.screenshots shot where ${parts.join('\n        and ')}`;
  const text = `
     select ${SCREENSHOT_COLUMNS}, ${SCREENSHOT_TEAM_IDS}, ${countUpToMax(listed)} as total
       from screenshot.screenshots shot
       ${SCREENSHOT_JOINS}
      where ${parts.join('\n        and ')}
      order by shot.created_at desc, shot.id desc
      limit $${values.length + 1} offset $${values.length + 2}`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}
