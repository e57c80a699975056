import { noSuch } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { derivedKey } from '@svc/objects/store/object-keys';
import type { ImageFile } from '../images/read-image.js';
import { type ExternalShares, readOpenedShare, type ViewingPass } from '../shared-screenshots/opened-share.js';
import { findLogo } from './logo-repo.js';

/** The only stored variant of a logo: WebP without metadata, at most 480 pixels on its longer side. */
export const LOGO_PICTURE = 'thumb-480';

/** Finds a user's logo. Throws NOT_FOUND. */
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

/** Finds the logo of an opened share's owner. Throws NOT_FOUND, also for an invalid pass. */
export async function findSharedLogoImage(db: Db, shares: ExternalShares, pass: ViewingPass): Promise<ImageFile> {
  const { ownerId } = await readOpenedShare(shares, pass);
  return findLogoImage(db, ownerId);
}
