import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { listRanked, type Ranked } from '@svc/records/search/ranked-rows';
import type { Wanted } from '@svc/records/search/search-handlers';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import { namedVideos } from '@svc/video-pages/addresses/named-videos';
import type { SeenScreenshot } from './screenshot.js';
import { HAS_ENDED, SCREENSHOT_TEAM_IDS, SCREENSHOT_TEXT, SCREENSHOT_VISIBILITY } from './screenshot-list-repo.js';
import { SCREENSHOT_COLUMNS, SCREENSHOT_JOINS } from './screenshot-repo.js';

/**
 * Returns the best-matching visible screenshots, without expired and deleted ones, and the number of matches. The address of a video, in any spelling,
 * and its id name its screenshots.
 */
export function listRankedScreenshots(
  db: Db,
  user: UserPrincipal,
  wanted: Wanted,
): Promise<PageRows<SeenScreenshot & Ranked>> {
  const named = namedVideos(wanted.query);
  return listRanked(
    (text, values) => db.query<SeenScreenshot & Ranked>(text, values),
    {
      table: 'screenshot.screenshots shot',
      row: 'shot',
      isListed: `${SCREENSHOT_VISIBILITY.isInScope(wanted.scope, 'shot.owner_id', 'shot.id')} and not ${HAS_ENDED}`,
      text: SCREENSHOT_TEXT,
      newestBy: 'shot.created_at',
      isNamed: ({ id, code, value }) =>
        `shot.id = ${id()} or shot.short_id = ${code()}
              ${named ? `or shot.canonical_key = any (${value(named.keys)}::text[])` : ''}`,
      matches: ({ pattern }) =>
        ['shot.owner_id = $1', ...SCREENSHOT_VISIBILITY.othersInScope(wanted.scope)].map(
          (seen) => `${seen} and ${SCREENSHOT_TEXT} like extensions.search_text(${pattern()})`,
        ),
      columns: `${SCREENSHOT_COLUMNS}, ${SCREENSHOT_TEAM_IDS}`,
      joins: SCREENSHOT_JOINS,
    },
    viewerOf(user),
    wanted,
  );
}
