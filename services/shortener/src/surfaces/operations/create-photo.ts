import { z } from 'zod';
import { createPhotoLink } from '../../links/create-link.js';
import { invalidField } from '../../links/link-errors.js';
import { defineHostOperation } from '../host-operation.js';
import { createdLink, makerOf } from '../link-answers.js';
import { newLinkFields, withoutEmptySlug } from '../new-link-fields.js';
import { CreatedPhoto, linkFields, Slug } from '../link-schemas.js';
import { photoOf } from '../receive-image.js';
import { write } from '../write.js';

export const createPhoto = defineHostOperation({
  name: 'create_photo_link',
  summary: 'Upload a photo and get a short link to it',
  description:
    'PNG, JPEG, WebP, GIF, AVIF or BMP, as base64 or data URL in the field image of a JSON body, as the file image of multipart/form-data, or as the body itself. What people see carries no location and no other metadata.',
  access: 'agent',
  scope: 'shortener.photos:write',
  http: { method: 'POST', path: '/photos', status: 201, takesImage: true },
  isTool: true,
  input: z.strictObject({ slug: Slug, ...linkFields }),
  output: CreatedPhoto,
  prepare: withoutEmptySlug,
  run: async (given, call, parts) => {
    const { image } = call;
    if (!image) throw invalidField('image', 'Send an image.');
    await parts.limits.spendOnCreation(call);
    const fields = newLinkFields(given);
    const photo = photoOf(image);
    const created = await write(parts, 'create_photo_link', { ...fields, sha256: photo.sha256 }, async (tx) => {
      const { link } = await createPhotoLink(tx, makerOf(call.caller), { ...fields, photo });
      return createdLink(link, parts, call, null);
    });
    parts.forget(created.shortId, 1);
    return created;
  },
});
