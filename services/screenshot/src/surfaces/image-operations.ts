import { appError } from '@svc/chassis/errors/app-error';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { createScreenshot } from '../images/create-screenshot.js';
import { openImageFile } from '../images/open-image-file.js';
import { findImage, THUMBNAIL_SIZES } from '../images/read-image.js';
import { uploadImage } from '../images/upload-image.js';
import { showScreenshot } from '../screenshots/screenshot-handlers.js';
import { findSharedImage } from '../shared-screenshots/shared-screenshots.js';
import { defineImageOperation, type ImageCall } from './image-operation.js';
import type { SurfaceParts } from './surface-parts.js';
import { readNewScreenshot, readUploadFields } from './upload-fields.js';

const WRITE_SCOPES = ['svc.write.low_risk', 'mcp'];
const READ_SCOPES = ['svc.read', 'mcp'];
const NamedScreenshot = z.strictObject({ screenshotId: Id });

/** A new screenshot with its image. */
const create = defineImageOperation({
  name: 'screenshots.create',
  summary: 'Keep a new screenshot with its image',
  scopes: WRITE_SCOPES,
  http: { method: 'POST', path: '/screenshots', status: 201 },
  input: z.strictObject({}),
  run: async (_input, call, parts) => {
    const user = userOf(call);
    const { receive, stillAllowed } = call;
    await parts.room.spend(user.userId);
    const id = await createScreenshot(parts, user, { receive, stillAllowed, readFields: readNewScreenshot });
    return { output: await showFinished(id, call, parts) };
  },
});

/** The image of a reserved screenshot, with its fields. */
const upload = defineImageOperation({
  name: 'screenshots.upload',
  summary: 'Send the image of a screenshot',
  scopes: WRITE_SCOPES,
  http: { method: 'POST', path: '/screenshots/:screenshotId/upload' },
  input: NamedScreenshot,
  run: (input, call, parts) => takeImage(input, call, parts),
});

/** The same as bytes alone. */
const uploadContent = defineImageOperation({
  name: 'screenshots.upload_content',
  summary: 'Send the bytes of the image of a screenshot',
  scopes: WRITE_SCOPES,
  http: { method: 'PUT', path: '/screenshots/:screenshotId/content' },
  input: NamedScreenshot,
  run: (input, call, parts) => takeImage(input, call, parts),
});

async function takeImage({ screenshotId }: z.output<typeof NamedScreenshot>, call: ImageCall, parts: SurfaceParts) {
  const { receive, stillAllowed } = call;
  const options = { screenshotId, receive, stillAllowed, readFacts: readUploadFields };
  const user = userOf(call);
  await parts.room.spend(user.userId);
  await uploadImage(parts, user, options);
  return { output: await showFinished(screenshotId, call, parts) };
}

/** The record as its owner sees it, with its short link if that can be made at once. */
async function showFinished(screenshotId: string, call: ImageCall, { pool, photoLinks }: SurfaceParts) {
  await call
    .stillAllowed(() => photoLinks.make(screenshotId))
    .catch((error: unknown) => {
      // The image is stored by now; what may not be asked for any more, or not now, is for the outbox.
      pool.log.warn({ err: error, screenshotId }, 'a short link has to wait');
    });
  return showScreenshot(pool, userOf(call), screenshotId);
}

const image = defineImageOperation({
  name: 'screenshots.image',
  summary: 'Read the image of a screenshot',
  scopes: READ_SCOPES,
  http: { method: 'GET', path: '/screenshots/:screenshotId/image', fileTypes: ['image/*'], ranges: true },
  input: NamedScreenshot,
  run: async ({ screenshotId }, call, { pool, store }) => {
    const file = await findImage(pool, userOf(call), screenshotId, 'original');
    return { file: await openImageFile(store, file, call.wanted, 'private, max-age=300') };
  },
});

const Size = z
  .enum(THUMBNAIL_SIZES.map(String))
  .default('480')
  .transform((text) => THUMBNAIL_SIZES.find((size) => String(size) === text) ?? 480);

const thumbnail = defineImageOperation({
  name: 'screenshots.thumbnail',
  summary: 'Read a small picture of a screenshot',
  scopes: READ_SCOPES,
  http: { method: 'GET', path: '/screenshots/:screenshotId/thumbnail', fileTypes: ['image/webp'], ranges: true },
  input: NamedScreenshot.extend({ size: Size }),
  run: async ({ screenshotId, size }, call, { pool, store }) => {
    const file = await findImage(pool, userOf(call), screenshotId, `thumb-${size}`);
    return { file: await openImageFile(store, file, call.wanted, 'private, max-age=300') };
  },
});

/** Images for visitors who have opened an external share. */
const sharedScreenshot = defineImageOperation({
  name: 'public.shared_screenshot',
  summary: 'Read the image of a screenshot of an opened share',
  scopes: [],
  http: {
    method: 'GET',
    path: '/public/shares/:token/screenshots/:screenshotId',
    fileTypes: ['image/webp'],
    ranges: true,
  },
  input: NamedScreenshot.extend({
    token: z.string().max(200),
    viewingPass: z.string().max(200).default(''),
    size: z.union([z.literal('display'), Size]).default('display'),
  }),
  run: async ({ token, viewingPass, screenshotId, size }, { wanted }, { pool, shares, store }) => {
    const variant = size === 'display' ? size : (`thumb-${size}` as const);
    const file = await findSharedImage(pool, shares, { token, viewingPass }, screenshotId, variant);
    return { file: await openImageFile(store, file, wanted, 'no-store') };
  },
});

/** Routes of the internal listener for screenshots. */
export const IMAGE_OPERATIONS = [create, upload, uploadContent, image, thumbnail, sharedScreenshot];

function userOf({ user }: ImageCall): UserPrincipal {
  if (!user) throw appError('UNAUTHENTICATED', 'Sign in first.');
  return user;
}
