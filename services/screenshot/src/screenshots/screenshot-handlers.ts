import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { readOneOf } from '@svc/chassis/errors/app-error';
import { readChanges } from '@svc/chassis/grpc/changed-fields';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { parseRange } from '@svc/chassis/time/calendar';
import {
  type ListScreenshotsRequest,
  type ReserveScreenshotRequest,
  type Screenshot,
  ScreenshotService as methods,
} from '@svc/proto/screenshot/v1/screenshot_service';
import { listSharesOfRecord } from '@svc/records/sharing/sharing-handlers';
import { assertOwned } from '@svc/records/sharing/team-access';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { SCREENSHOT_SHARES } from '../shares/share-tables.js';
import type { ImageQuota } from '../usage/image-quota.js';
import { checkLinkable, type DealDirectory, describeLinked, readLinkOfNew } from './deal-directory.js';
import { deleteScreenshot } from './delete-screenshot.js';
import { linkScreenshot } from './link-screenshot.js';
import { reserveScreenshot } from './reserve-screenshot.js';
import type { ScreenshotStatus, SeenScreenshot } from './screenshot.js';
import { screenshotNotFound } from './screenshot-errors.js';
import { findSeenScreenshot, listSeenScreenshots, type ScreenshotFilter } from './screenshot-list-repo.js';
import { toScreenshot } from './screenshot-view.js';
import { updateScreenshot } from './update-screenshot.js';

export interface ScreenshotDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  /** Storage quota of users. */
  readonly quota: ImageQuota;
  readonly directory: DealDirectory;
}

/** Finds a screenshot visible to the caller. Throws NOT_FOUND. */
async function findSeen(db: Db, user: UserPrincipal, screenshotId: string): Promise<SeenScreenshot> {
  const found = await findSeenScreenshot(db, user, screenshotId);
  if (!found) throw screenshotNotFound();
  return found;
}

/** Returns a screenshot as the caller may see it. Throws NOT_FOUND. */
export async function showScreenshot(db: Db, user: UserPrincipal, screenshotId: string): Promise<Screenshot> {
  return toScreenshot(user, await findSeen(db, user, screenshotId));
}

/** Serves screenshots of signed-in users. Deal authorizes links before the transaction begins. */
export function screenshotHandlers({
  pool,
  write,
  outbox,
  quota,
  directory,
}: ScreenshotDependencies): ServiceHandlers<typeof methods> {
  return {
    reserveScreenshot: write(methods.reserveScreenshot, {
      before: async (request, { user }) => {
        await quota.countUpload(user.userId);
        return readLinkOfNew(directory, request);
      },
      work: async (tx, request, { user }, link) => {
        const id = await reserveScreenshot(tx, { outbox, quota }, user, { ...readWanted(request), link });
        return { screenshot: await showScreenshot(tx, user, id) };
      },
    }),
    getScreenshot: async ({ screenshotId }, { user }) => {
      const row = await findSeen(pool, user, screenshotId);
      const videos = await describeLinked(directory, [row]);
      return { screenshot: toScreenshot(user, row, videos.get(row.videoId ?? '')) };
    },
    listScreenshots: async (request, { user }) => {
      const { rows, total } = await listSeenScreenshots(pool, user, readFilter(request, user), pageOf(request));
      const videos = await describeLinked(directory, rows);
      const screenshots = rows.map((row) => toScreenshot(user, row, videos.get(row.videoId ?? '')));
      return { screenshots, totalSize: total };
    },
    updateScreenshot: write(methods.updateScreenshot, async (tx, request, { user }) => {
      const { screenshotId, expectedVersion } = request;
      assertOwned('screenshot', user, await findSeenScreenshot(tx, user, screenshotId));
      const changes = readChanges(request, ['note', 'sourceUrl', 'detectedViews', 'capturedAt'], []);
      await updateScreenshot(tx, user, screenshotId, changes, expectedVersion);
      return { screenshot: await showScreenshot(tx, user, screenshotId) };
    }),
    linkScreenshot: write(methods.linkScreenshot, {
      before: async ({ screenshotId, dealId, videoId = null }, { user }) => {
        assertOwned('screenshot', user, await findSeenScreenshot(pool, user, screenshotId));
        await checkLinkable(directory, { dealId, videoId });
      },
      work: async (tx, { screenshotId, dealId, videoId = null }, { user }) => {
        await linkScreenshot(tx, outbox, user, screenshotId, { dealId, videoId });
        return { screenshot: await showScreenshot(tx, user, screenshotId) };
      },
    }),
    unlinkScreenshot: write(methods.unlinkScreenshot, async (tx, { screenshotId }, { user }) => {
      assertOwned('screenshot', user, await findSeenScreenshot(tx, user, screenshotId));
      await linkScreenshot(tx, outbox, user, screenshotId, null);
      return { screenshot: await showScreenshot(tx, user, screenshotId) };
    }),
    deleteScreenshot: write(methods.deleteScreenshot, async (tx, { screenshotId, expectedVersion }, { user }) => {
      assertOwned('screenshot', user, await findSeenScreenshot(tx, user, screenshotId));
      await deleteScreenshot(tx, outbox, user, screenshotId, expectedVersion);
    }),
    listScreenshotShares: async (request, { user }) => {
      const record = { entityType: 'screenshot', entityId: request.screenshotId };
      const tables = { screenshot: SCREENSHOT_SHARES };
      const { rows, total } = await listSharesOfRecord(pool, tables, user, record, pageOf(request));
      return { shares: rows, totalSize: total };
    },
  };
}

function readWanted(request: ReserveScreenshotRequest) {
  const { sourceUrl = null, platform = null, note = null, createShortLink } = request;
  return { sourceUrl, platform, note, createShortLink };
}

const STATUSES: readonly ScreenshotStatus[] = ['pending', 'processing', 'uploaded', 'failed', 'expired', 'deleted'];

function readFilter(request: ListScreenshotsRequest, { preferences }: UserPrincipal): ScreenshotFilter {
  const { scope, dealId = null, videoId = null, platform = null, query = null } = request;
  const status = typeof request.status === 'string' ? readOneOf('status', request.status, STATUSES) : null;
  return {
    scope: readScope(scope),
    dealId,
    videoId,
    platform,
    status,
    query,
    ...parseRange(request, preferences.timeZone),
  };
}
