import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { createScreenshot } from '../images/create-screenshot.js';
import { openImageFile } from '../images/open-image-file.js';
import { findImage } from '../images/read-image.js';
import { uploadImage } from '../images/upload-image.js';
import { showScreenshot } from '../screenshots/screenshot-handlers.js';
import { findSharedImage } from '../shared-screenshots/shared-screenshots.js';
import { defineImageOperation, type ImageCall, userOf } from './image-operation.js';
import type { SurfaceParts } from './surface-parts.js';
import { readNewScreenshot, readUploadFields } from './upload-fields.js';

/** Creates a screenshot with its image. */
const create = defineImageOperation(SCREENSHOT_ROUTES.create, async (_input, call, parts) => {
  const user = userOf(call);
  const { receive, ifStillAllowed } = call;
  await parts.quota.countUpload(user.userId);
  const id = await createScreenshot(parts, user, { receive, ifStillAllowed, readFields: readNewScreenshot });
  return showFinished(id, call, parts);
});

/** Uploads the image of a reserved screenshot, with its fields. */
const upload = defineImageOperation(SCREENSHOT_ROUTES.upload, takeImage);

/** Uploads the image as raw bytes. */
const uploadContent = defineImageOperation(SCREENSHOT_ROUTES.uploadContent, takeImage);

async function takeImage({ screenshotId }: { readonly screenshotId: string }, call: ImageCall, parts: SurfaceParts) {
  const { receive, ifStillAllowed } = call;
  const options = { screenshotId, receive, ifStillAllowed, readFacts: readUploadFields };
  const user = userOf(call);
  await parts.quota.countUpload(user.userId);
  await uploadImage(parts, user, options);
  return showFinished(screenshotId, call, parts);
}

/** Returns the record as its owner sees it, with its short link if that can be made right away. */
async function showFinished(screenshotId: string, call: ImageCall, { pool, photoLinks }: SurfaceParts) {
  await call
    .ifStillAllowed(() => photoLinks.make(screenshotId))
    .catch((error: unknown) => {
      // The image is stored; a link that cannot be made now is left to the outbox.
      pool.log.warn({ err: error, screenshotId }, 'a short link could not be created yet');
    });
  return showScreenshot(pool, userOf(call), screenshotId);
}

const image = defineImageOperation(SCREENSHOT_ROUTES.image, async ({ screenshotId }, call, { pool, store }) => {
  const file = await findImage(pool, userOf(call), screenshotId, 'original');
  return openImageFile(store, file, call.wanted, 'private, max-age=300');
});

const thumbnail = defineImageOperation(
  SCREENSHOT_ROUTES.thumbnail,
  async ({ screenshotId, size }, call, { pool, store }) => {
    const file = await findImage(pool, userOf(call), screenshotId, `thumb-${size}`);
    return openImageFile(store, file, call.wanted, 'private, max-age=300');
  },
);

const shared = defineImageOperation(
  SCREENSHOT_ROUTES.shared,
  async ({ screenshotId, size, ...pass }, { wanted }, { pool, shares, store }) => {
    const variant = size === 'display' ? size : (`thumb-${size}` as const);
    const file = await findSharedImage(pool, shares, pass, screenshotId, variant);
    return openImageFile(store, file, wanted, 'no-store');
  },
);

/** Screenshot operations of the internal listener. */
export const IMAGE_OPERATIONS = [create, upload, uploadContent, image, thumbnail, shared];
