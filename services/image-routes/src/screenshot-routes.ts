import { clearable, Id, InstantInput, present, text, WebUrl } from '@svc/chassis/schemas/scalars';
import type { Screenshot } from '@svc/proto/screenshot/v1/screenshot_service';
import { z } from 'zod';
import { ANY_BODY, type FileRoute, openedLink, RAW_BODY, type UploadRoute, WEBP } from './image-route.js';

/** The caller's statements about a page and its picture. */
export const statedFields = {
  sourceUrl: WebUrl.nullable().describe(
    'The page that the image shows. The URL of a video is stored in its canonical form.',
  ),
  detectedViews: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().describe('Views that the image shows.'),
  capturedAt: InstantInput.nullable().describe('When the page looked like this.'),
};

/** The records to which a new screenshot belongs. */
export const belongingFields = {
  platform: clearable(40).optional().describe('Ignored if `sourceUrl` tells the platform.'),
  dealId: Id.nullable().optional().describe('A deal whose view checks you may edit.'),
  videoId: Id.nullable().optional().describe('A video of that deal.'),
  note: clearable(2_000).optional(),
  createShortLink: z
    .boolean()
    .default(false)
    .describe('Create a public short link to the picture once it is uploaded.'),
};

/** Fields besides an image. `filename` was once a hint for its type. */
const uploadFields = { filename: present(text(255)), ...statedFields };

const NamedScreenshot = z.strictObject({ screenshotId: Id });

/** The part of the response that is used; the output of the gateway's operation validates the rest. */
const Answer = z
  .object({ screenshotId: Id, status: z.string(), degraded: z.array(z.string()) })
  .and(z.custom<Screenshot>());

const common = { service: 'screenshot', access: 'user' } as const;
const write = { ...common, scope: 'svc.write.low_risk', answer: Answer } as const;
const read = { ...common, scope: 'svc.read' } as const;

export const SCREENSHOT_ROUTES = {
  create: {
    ...write,
    name: 'screenshots.create',
    http: {
      method: 'POST',
      path: '/screenshots',
      status: 201,
      accepts: { types: ANY_BODY, fields: z.strictObject({ ...uploadFields, ...belongingFields }).partial() },
    },
    input: z.strictObject({}),
  },
  upload: {
    ...write,
    name: 'screenshots.upload',
    http: {
      method: 'POST',
      path: '/screenshots/:screenshotId/upload',
      status: 200,
      accepts: { types: ANY_BODY, fields: z.strictObject(uploadFields).partial() },
    },
    input: NamedScreenshot,
  },
  uploadContent: {
    ...write,
    name: 'screenshots.upload_content',
    http: { method: 'PUT', path: '/screenshots/:screenshotId/content', accepts: RAW_BODY },
    input: NamedScreenshot,
  },
  image: {
    ...read,
    name: 'screenshots.image',
    http: {
      ...WEBP,
      path: '/screenshots/:screenshotId/image',
      fileTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/bmp'],
    },
    input: NamedScreenshot,
  },
  thumbnail: {
    ...read,
    name: 'screenshots.thumbnail',
    http: { ...WEBP, path: '/screenshots/:screenshotId/thumbnail' },
    input: NamedScreenshot.extend({
      size: z.enum(['160', '480', '1280']).default('480').describe('Maximum pixels of its longer side.'),
    }),
  },
  /** For visitors who have opened a shared link. */
  shared: {
    ...common,
    name: 'public.shared_screenshot',
    access: 'public',
    http: { ...WEBP, path: '/public/shares/:token/screenshots/:screenshotId' },
    input: z.strictObject({
      ...openedLink,
      screenshotId: Id,
      size: z.enum(['160', '480', '1280', 'display']).default('display').describe('Maximum pixels of its longer side.'),
    }),
  },
} as const satisfies Record<string, UploadRoute | FileRoute>;
