import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { RateLimit } from '@svc/chassis/rate-limit';
import {
  ExternalShareServiceService as methods,
  type ExternalShare,
  type PublicShareServiceService,
} from '@svc/proto/deal/v1/external_share_service';
import { changeExternalShare, createExternalShare, endExternalShare } from './change-external-share.js';
import { listExternalShares } from './external-share-repo.js';
import type { ExternalShareRow } from './external-share.js';
import { checkViewingPass, describeShare, openShare } from './open-share.js';

/** Links that owners give to people outside. */
export function externalShareService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    createExternalShare: (request, { user }) =>
      runWrite(pool, methods.createExternalShare, request, async (tx) => ({
        externalShare: toMessage(await createExternalShare(tx, user, request)),
      })),
    listExternalShares: async (request, { user }) => {
      const { rows, total } = await listExternalShares(pool, user.userId, request.entityId ?? null, pageOf(request));
      return { externalShares: rows.map(toMessage), totalSize: total };
    },
    updateExternalShare: (request, { user }) =>
      runWrite(pool, methods.updateExternalShare, request, async (tx) => ({
        externalShare: toMessage(await changeExternalShare(tx, user, request)),
      })),
    deleteExternalShare: (request, { user }) =>
      runWrite(pool, methods.deleteExternalShare, request, async (tx) => {
        await endExternalShare(tx, user, request);
        return {};
      }),
  };
}

/** What anybody with a link may call; `tries` bounds how often passwords are tried. */
export function publicShareService(pool: Pool, tries: RateLimit): ServiceHandlers<typeof PublicShareServiceService> {
  return {
    describeShare: ({ token }) => describeShare(pool, token),
    openShare: (request) => openShare(pool, tries, request),
    checkViewingPass: (request) => checkViewingPass(pool, request),
  };
}

function toMessage({ passwordHash, ownerId: _ownerId, ...share }: ExternalShareRow): ExternalShare {
  return { ...share, hasPassword: passwordHash !== null };
}
