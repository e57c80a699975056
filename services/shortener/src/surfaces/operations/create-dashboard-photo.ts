import { appError, invalidInput } from '@svc/chassis/errors/app-error';
import { PHOTO_ROUTES, SCREENSHOT_HEADER } from '@svc/image-routes/photo-routes';
import { validate as isUuid } from 'uuid';
import { createPhotoLink } from '../../links/create-link.js';
import { creatorOf } from '../../links/link.js';
import { findSeenLink } from '../../links/link-list-repo.js';
import { toShortLink } from '../../links/link-view.js';
import { checkPhotoQuota } from '../../photos/photo-quota.js';
import type { HostCall } from '../calls/host-call.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { photoOf } from '../calls/receive-image.js';
import { isAnswered, write } from '../calls/write.js';
import { readNewLink } from './new-link-fields.js';

const route = PHOTO_ROUTES.create;

/**
 * Photos from signed-in users and their agents, streamed through the gateway because images do not travel over gRPC. It takes no deal:
 * only the gateway can check access to deals, and it does not read the body. Update the link to set one.
 */
export const createDashboardPhoto = defineHostOperation({
  name: route.name,
  summary: 'Upload a photo and get a short link to it',
  access: route.access,
  bridgeScope: route.scope,
  http: { ...route.http, takesImage: true },
  input: route.http.accepts.fields,
  output: route.answer,
  beforeImage: async (call, parts) => {
    const { userId } = userOf(call);
    await parts.limits.spendOnPhotoOf(userId, call);
    if (!(await isAnswered(parts, 'dashboard_photo'))) await checkPhotoQuota(parts.pool, userId, parts.photoBytesMax);
  },
  run: async (input, call, parts) => {
    if (!call.image) throw invalidInput('image', 'is missing. Send an image.');
    const user = userOf(call);
    const screenshotId = readScreenshotId(call);
    const wanted = { ...readNewLink(input, call.caller), photo: photoOf(call.image) };
    // A retry names the screenshot in its key; the hash of its input stays that of earlier versions.
    return write(parts, 'dashboard_photo', { ...wanted, photo: wanted.photo.sha256 }, async (tx) => {
      const created = await createPhotoLink(tx, creatorOf(user), { ...wanted, screenshotId }, parts.photoBytesMax);
      const seen = await findSeenLink(tx, user, created.link.id);
      if (!seen) throw new Error('The new link is gone.');
      return toShortLink(user, seen, parts.addresses);
    });
  },
});

function readScreenshotId({ screenshotId }: HostCall): string | null {
  if (screenshotId === undefined) return null;
  if (!isUuid(screenshotId)) throw invalidInput(SCREENSHOT_HEADER, 'must be a UUID.');
  return screenshotId;
}

function userOf({ caller }: HostCall) {
  if (caller.kind !== 'guest') return caller.principal;
  throw appError('UNAUTHENTICATED', 'Sign in first.');
}
