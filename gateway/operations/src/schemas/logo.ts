import { Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import type { SurfaceContext } from '../run/operation-context.js';

export const Logo = z
  .object({
    imageUrl: z.string().describe('Path of the image, which changes with the logo.'),
    updatedAt: Timestamp.describe('When it was uploaded.'),
  })
  .meta({ id: 'Logo' });

/** Maps the caller's own logo, with the path of its image. */
export function shownLogo({ apiPath }: Pick<SurfaceContext, 'apiPath'>, updatedAt: Date) {
  return { imageUrl: `${apiPath}/settings/logo?version=${updatedAt.getTime()}`, updatedAt };
}
