import { appError, forbidden } from '@svc/chassis/errors/app-error';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { z } from 'zod';
import { openImageFile } from '../images/open-image-file.js';
import { findLogoImage, findSharedLogoImage } from '../logos/logo-image.js';
import { setLogo } from '../logos/set-logo.js';
import { defineImageOperation, type ImageCall } from './image-operation.js';

/** The caller's logo: only for users, so that no agent changes what sponsors see. */
const put = defineImageOperation({
  name: 'settings.set_logo',
  summary: 'Upload your logo',
  scopes: [],
  http: { method: 'PUT', path: '/logo' },
  input: z.strictObject({}),
  run: async (_input, call, { pool, room }) => {
    const user = personOf(call);
    await room.spend(user.userId);
    const { updatedAt } = await setLogo(pool, user, call);
    return { output: { updatedAt } };
  },
});

const read = defineImageOperation({
  name: 'settings.logo',
  summary: 'Read your logo',
  scopes: [],
  http: { method: 'GET', path: '/logo', fileTypes: ['image/webp'], ranges: true },
  input: z.strictObject({}),
  run: async (_input, call, { pool, store }) => {
    const file = await findLogoImage(pool, personOf(call).userId);
    return { file: await openImageFile(store, file, call.wanted, 'private, max-age=300') };
  },
});

/** Images for visitors who have opened an external share. */
const readShared = defineImageOperation({
  name: 'public.shared_logo',
  summary: 'Read the logo of the owner of an opened share',
  scopes: [],
  http: { method: 'GET', path: '/public/shares/:token/logo', fileTypes: ['image/webp'], ranges: true },
  input: z.strictObject({ token: z.string().max(200), viewingPass: z.string().max(200).default('') }),
  run: async (pass, { wanted }, { pool, shares, store }) => {
    const file = await findSharedLogoImage(pool, shares, pass);
    return { file: await openImageFile(store, file, wanted, 'private, max-age=300') };
  },
});

/** Routes of the internal listener for logos. */
export const LOGO_OPERATIONS = [put, read, readShared];

function personOf({ user }: ImageCall): UserPrincipal {
  if (!user) throw appError('UNAUTHENTICATED', 'Sign in first.');
  if (user.kind === 'agent') throw forbidden('Agents cannot use the logo. Ask the user to change it under Settings.');
  return user;
}
