import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { PhotoLinkService } from '@svc/proto/shortener/v1/photo_link_service';
import { deleteLink } from './delete-link.js';
import { lockPhotoLink } from './link-repo.js';
import type { ShortLinkDependencies } from './short-link-handlers.js';

const LINKS_MAX = 100;

/** Deletes photo links when their source is deleted. Each deletion is a separate transaction, so that none waits for another owner's locks. */
export function photoLinkHandlers({
  pool,
  forget,
}: Pick<ShortLinkDependencies, 'pool' | 'forget'>): ServiceHandlers<typeof PhotoLinkService> {
  const end = (linkId: string, ownerId: string): Promise<void> =>
    inTransaction(pool, async (tx) => {
      if (!(await lockPhotoLink(tx, linkId, ownerId))) return;
      const { shortId, version } = await deleteLink(tx, linkId);
      tx.afterCommit(() => forget(shortId, version));
    });
  return {
    endPhotoLinks: async ({ links }) => {
      if (links.length > LINKS_MAX) throw invalidInput('links', `must have at most ${LINKS_MAX} entries.`);
      for (const { linkId, userId } of links) await end(linkId, userId);
    },
  };
}
