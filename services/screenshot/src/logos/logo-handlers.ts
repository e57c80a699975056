import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { LogoService as methods } from '@svc/proto/screenshot/v1/logo_service';
import { type ExternalShares, readOpenedShare } from '../shared-screenshots/opened-share.js';
import { deleteLogo, findLogo } from './logo-repo.js';

/** Serves the caller's logo, and the logo of an opened share's owner. */
export function logoHandlers(pool: Pool, write: Write, shares: ExternalShares): ServiceHandlers<typeof methods> {
  return {
    getLogo: async (_request, { user }) => describeLogo(pool, user.userId),
    removeLogo: write(methods.removeLogo, (tx, _request, { user }) => deleteLogo(tx, user.userId)),
    getSharedLogo: async ({ token, viewingPass }) => {
      const { ownerId } = await readOpenedShare(shares, { token, viewingPass });
      return describeLogo(pool, ownerId);
    },
  };
}

async function describeLogo(db: Db, ownerId: string) {
  const logo = await findLogo(db, ownerId);
  return { logo: logo && { updatedAt: logo.updatedAt } };
}
