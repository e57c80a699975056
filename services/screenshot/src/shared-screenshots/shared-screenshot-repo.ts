import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ScreenshotRow } from '../screenshots/screenshot.js';
import { SCREENSHOT_COLUMNS, SCREENSHOT_JOINS } from '../screenshots/screenshot-repo.js';

/** Videos of an opened share; only the owner's own screenshots of them are shown, never teammates'. */
export interface SharedVideos {
  readonly ownerId: string;
  readonly videoIds: readonly string[];
}

const IS_SHOWN = `shot.video_id = any ($1::uuid[]) and shot.owner_id = $2 and shot.status = 'uploaded'`;

/** Lists screenshots of shared videos, newest first, with their total. */
export async function listSharedScreenshots(
  db: Db,
  { ownerId, videoIds }: SharedVideos,
  page: Page,
): Promise<PageRows<ScreenshotRow>> {
  const text = `
     select ${SCREENSHOT_COLUMNS}, ${countUpToMax(`screenshot.screenshots shot where ${IS_SHOWN}`)} as total
       from screenshot.screenshots shot
       ${SCREENSHOT_JOINS}
      where ${IS_SHOWN}
      order by shot.created_at desc, shot.id desc limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [videoIds, ownerId, limit, offset]));
}

/** Finds one screenshot of shared videos. */
export async function findSharedScreenshot(
  db: Db,
  { ownerId, videoIds }: SharedVideos,
  screenshotId: string,
): Promise<ScreenshotRow | null> {
  return db.find<ScreenshotRow>(
    `select ${SCREENSHOT_COLUMNS} from screenshot.screenshots shot
       ${SCREENSHOT_JOINS}
      where shot.id = $3 and ${IS_SHOWN}`,
    [videoIds, ownerId, screenshotId],
  );
}
