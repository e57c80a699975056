import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import type { PhotoLinkService } from '@svc/proto/shortener/v1/photo_link_service';
import { endPhotoSource } from '../photos/photo-source-repo.js';
import { deleteLink } from './delete-link.js';
import { lockPhotoLink } from './link-repo.js';
import type { ShortLinkDependencies } from './short-link-handlers.js';

const ENTRIES_MAX = 100;

/** Deletes photo links when their source is deleted. Each deletion is a separate transaction, so that none waits for another owner's locks. */
export function photoLinkHandlers({
  pool,
  forget,
}: Pick<ShortLinkDependencies, 'pool' | 'forget'>): ServiceHandlers<typeof PhotoLinkService> {
  const end = async (tx: Tx, linkId: string, ownerId: string): Promise<void> => {
    if (!(await lockPhotoLink(tx, linkId, ownerId))) return;
    const { shortId, version } = await deleteLink(tx, linkId);
    tx.afterCommit(() => forget(shortId, version));
  };
  const endOf = async (tx: Tx, screenshotId: string, ownerId: string): Promise<void> => {
    const linkId = await endPhotoSource(tx, { ownerId, screenshotId });
    if (linkId !== null) await end(tx, linkId, ownerId);
  };
  return {
    endPhotoLinks: async ({ links }) => {
      checkCount('links', links);
      for (const { linkId, userId } of links) await inTransaction(pool, (tx) => end(tx, linkId, userId));
    },
    endPhotoLinksOfScreenshots: async ({ screenshots }) => {
      checkCount('screenshots', screenshots);
      for (const { screenshotId, userId } of screenshots) {
        await inTransaction(pool, (tx) => endOf(tx, screenshotId, userId));
      }
    },
  };
}

function checkCount(field: string, entries: readonly unknown[]): void {
  if (entries.length > ENTRIES_MAX) throw invalidInput(field, `must have at most ${ENTRIES_MAX} entries.`);
}
