import { noSuch } from '@svc/chassis/errors/app-error';
import { derivedKey } from '@svc/objects/store/object-keys';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ImageFile } from '../images/read-image.js';
import { readOpenedShare, type PublicShares, type ViewingPass } from '../shared-screenshots/opened-share.js';
import { findLogo } from './logo-repo.js';

/** The one picture that is kept of a logo: WebP without metadata, 480 pixels on its longer side at most. */
export const LOGO_PICTURE = 'thumb-480';

/** The picture of a user's logo. Throws NOT_FOUND without one. */
export async function findLogoImage(db: Db, ownerId: string): Promise<ImageFile> {
  const logo = await findLogo(db, ownerId);
  if (!logo) throw noSuch('logo');
  return {
    key: derivedKey(logo.sha256, LOGO_PICTURE),
    contentType: 'image/webp',
    etag: `${logo.sha256}-${LOGO_PICTURE}`,
    filename: 'logo.webp',
  };
}

/** That of the owner of an opened external share. Throws NOT_FOUND, also when the pass does not hold. */
export async function findSharedLogoImage(db: Db, shares: PublicShares, pass: ViewingPass): Promise<ImageFile> {
  const { ownerId } = await readOpenedShare(shares, pass);
  return findLogoImage(db, ownerId);
}
