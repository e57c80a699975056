import type { ObjectStore } from '@svc/chassis/objects/object-store';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { DealDirectory } from '../screenshots/deal-directory.js';
import type { PublicShares } from '../shared-screenshots/shared-screenshots.js';
import type { PhotoLinks } from '../short-links/photo-links.js';

/** What the operations on images use. */
export interface HttpParts {
  readonly pool: Pool;
  readonly outbox: Outbox;
  readonly store: ObjectStore;
  readonly directory: DealDirectory;
  readonly shares: PublicShares;
  readonly photoLinks: PhotoLinks;
}
