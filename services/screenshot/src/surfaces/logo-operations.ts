import { LOGO_ROUTES } from '@svc/image-routes/logo-routes';
import { openImageFile } from '../images/open-image-file.js';
import { findLogoImage, findSharedLogoImage } from '../logos/logo-image.js';
import { setLogo } from '../logos/set-logo.js';
import { defineImageOperation, userOf } from './image-operation.js';

const set = defineImageOperation(LOGO_ROUTES.set, async (_input, call, { pool, quota }) => {
  const user = userOf(call);
  await quota.countUpload(user.userId);
  return setLogo(pool, user, call);
});

const read = defineImageOperation(LOGO_ROUTES.read, async (_input, call, { pool, store }) => {
  const file = await findLogoImage(pool, userOf(call).userId);
  return openImageFile(store, file, call.wanted, 'private, max-age=300');
});

const shared = defineImageOperation(LOGO_ROUTES.shared, async (pass, { wanted }, { pool, shares, store }) => {
  const file = await findSharedLogoImage(pool, shares, pass);
  return openImageFile(store, file, wanted, 'private, max-age=300');
});

/** Logo operations of the internal listener. */
export const LOGO_OPERATIONS = [set, read, shared];
