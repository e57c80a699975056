import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Access } from '@svc/proto/deal/v1/deal_service';
import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import type { DetectedViewsDetail, Screenshot } from '@svc/proto/screenshot/v1/screenshot_service';
import { roleThrough } from '@svc/records/sharing/team-access';
import type { SeenScreenshot } from './screenshot.js';

/** Links that only the owner may share. */
const REDACTED = ['shareUrl', 'shortUrl', 'directUrl'];

/** Defaults for a stored detail: the JSON responses of the HTTP listener do not fill in missing fields. */
const NO_DETAIL: DetectedViewsDetail = {
  rawText: null,
  precision: null,
  metric: null,
  source: null,
  conflict: false,
  metadataViews: null,
  inCapture: null,
  reason: null,
};

/**
 * Maps a screenshot to what the caller may see: only its owner gets the links that open it for anyone. `video` describes its video, if
 * visible.
 */
export function toScreenshot(user: UserPrincipal, row: SeenScreenshot, video?: DescribedVideo): Screenshot {
  const { id, ownerId, teamIds: _teamIds, detectedDetail, image, warnings, wantsShortLink, shortLink, ...rest } = row;
  const isOwner = ownerId === user.userId;
  return {
    ...rest,
    screenshotId: id,
    detectedViewsDetail: detectedDetail && { ...NO_DETAIL, ...detectedDetail },
    image: image && { ...image, warnings },
    shortLink: isOwner && shortLink ? { shortUrl: shortLink.shortUrl, directUrl: shortLink.directUrl } : null,
    dealName: video?.dealName ?? null,
    videoUrl: video?.videoUrl ?? null,
    videoTitle: video?.title ?? null,
    access: accessOf(user, row),
    degraded: isOwner && row.status === 'uploaded' && wantsShortLink && !shortLink ? ['short_links'] : [],
  };
}

/** Returns the caller's rights on a visible screenshot. */
export function accessOf(user: UserPrincipal, { ownerId, teamIds }: SeenScreenshot): Access {
  if (ownerId === user.userId) {
    return { role: 'owner', teamIds, canEdit: true, canEditViews: true, redacted: [] };
  }
  const role = `team-${roleThrough(teamIds, user)}`;
  return { role, teamIds, canEdit: false, canEditViews: false, redacted: REDACTED };
}
