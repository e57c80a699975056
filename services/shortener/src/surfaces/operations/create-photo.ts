import { invalidInput } from '@svc/chassis/errors/app-error';
import { z } from 'zod';
import { createPhotoLink } from '../../links/create-link.js';
import { checkPhotoQuota } from '../../photos/photo-quota.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { photoOf } from '../calls/receive-image.js';
import { isAnswered, write } from '../calls/write.js';
import { createdLink, requireAgent } from './link-answers.js';
import { CreatedPhoto } from './link-schemas.js';
import { newLinkFields, readNewLink } from './new-link-fields.js';

export const createPhoto = defineHostOperation({
  name: 'create_photo_link',
  summary: 'Upload a photo and get a short link to it',
  description:
    'Returns `shortUrl` to pass on. Use it for a picture that others should see. Takes PNG, JPEG, WebP, GIF, AVIF or BMP, as base64 or a data URL in `image`. What people see carries no location and no other metadata.',
  access: 'agent',
  scope: 'shortener.photos:write',
  http: { method: 'POST', path: '/photos', status: 201, location: '/links/:shortId', takesImage: true },
  isTool: true,
  input: z.strictObject(newLinkFields),
  output: CreatedPhoto,
  beforeImage: async (call, parts) => {
    const { userId } = requireAgent(call);
    await parts.limits.spendOnPhotoOf(userId, call);
    await parts.limits.spendOnCreation(call);
    if (!(await isAnswered(parts, 'create_photo_link'))) await checkPhotoQuota(parts.pool, userId, parts.photoBytesMax);
  },
  run: async (input, call, parts) => {
    const { image } = call;
    const { userId, clientId } = requireAgent(call);
    if (!image) throw invalidInput('image', 'is missing. Send an image.');
    const fields = readNewLink(input, call.caller);
    const photo = photoOf(image);
    const created = await write(parts, 'create_photo_link', { ...fields, sha256: photo.sha256 }, async (tx) => {
      const maker = { kind: 'agent', userId, clientId } as const;
      const { link } = await createPhotoLink(tx, maker, { ...fields, photo }, parts.photoBytesMax);
      return createdLink(link, parts, call, null);
    });
    parts.forget(created.shortId, 1);
    return created;
  },
});
