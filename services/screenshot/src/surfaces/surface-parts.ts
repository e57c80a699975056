import type { WriteTarget } from '@svc/chassis/idempotency/run-write';
import type { ObjectStore } from '@svc/objects/store/object-store';
import type { DealDirectory } from '../screenshots/deal-directory.js';
import type { ReserveParts } from '../screenshots/reserve-screenshot.js';
import type { ExternalShares } from '../shared-screenshots/opened-share.js';
import type { PhotoLinks } from '../short-links/photo-links.js';

/** Dependencies of the image operations. */
export interface SurfaceParts extends WriteTarget, ReserveParts {
  readonly store: ObjectStore;
  readonly directory: DealDirectory;
  readonly shares: ExternalShares;
  readonly photoLinks: PhotoLinks;
}
