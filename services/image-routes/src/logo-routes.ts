import { z } from 'zod';
import { type FileRoute, openedLink, RAW_BODY, type UploadRoute, WEBP } from './image-route.js';

/** Closed to agents, so that they cannot change what sponsors see. */
const common = { service: 'screenshot', access: 'user' } as const;

export const LOGO_ROUTES = {
  set: {
    ...common,
    name: 'settings.set_logo',
    http: { method: 'PUT', path: '/logo', accepts: RAW_BODY },
    input: z.strictObject({}),
    answer: z.object({ updatedAt: z.coerce.date() }),
  },
  read: {
    ...common,
    name: 'settings.logo',
    http: { ...WEBP, path: '/logo' },
    input: z.strictObject({}),
  },
  /** For visitors who have opened a shared link. */
  shared: {
    ...common,
    name: 'public.shared_logo',
    access: 'public',
    http: { ...WEBP, path: '/public/shares/:token/logo' },
    input: z.strictObject(openedLink),
  },
} as const satisfies Record<string, UploadRoute | FileRoute>;
