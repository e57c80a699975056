import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { ShortLinkAdministrationService as methods } from '@svc/proto/shortener/v1/short_link_administration_service';
import { noSuchLink } from '../links/link-errors.js';
import { shortUrlOf } from '../links/link-view.js';
import type { ShortLinkDependencies } from '../links/short-link-handlers.js';
import { setLinkDisabled } from './disabled-link-repo.js';

/** Links of all users, for administrators. */
export function linkAdministrationHandlers({
  write,
  addresses,
  forget,
}: Pick<ShortLinkDependencies, 'write' | 'addresses' | 'forget'>): ServiceHandlers<typeof methods> {
  return {
    switchShortLink: write(methods.switchShortLink, async (tx, { shortId, disabled }, { user }) => {
      const administered = await setLinkDisabled(tx, shortId, disabled ? user.userId : null);
      if (!administered) throw noSuchLink();
      const { version, ...link } = administered;
      tx.afterCommit(() => forget(link.shortId, version));
      return { link: { ...link, shortUrl: shortUrlOf(addresses, link.shortId) } };
    }),
  };
}
