import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { BruteForceLimit } from '@svc/chassis/limits/brute-force-limit';
import type { Pool } from '@svc/chassis/postgres/pool';
import {
  type ExternalShare,
  ExternalShareService as methods,
  type PublicShareService,
} from '@svc/proto/deal/v1/external_share_service';
import {
  changeExternalShare,
  createExternalShare,
  deleteExternalShare,
  hashOfPassword,
} from './change-external-share.js';
import { type ExternalShareRow, listVisibleFields, readEntity } from './external-share.js';
import { findExternalShare, listExternalShares } from './external-share-repo.js';
import { checkViewingPass, createSharedReads, describeShare, openShare } from './open-share.js';
import { createViewCounter } from './view-counter.js';

/** External shares, for their owners. */
export function externalShareHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    createExternalShare: write(methods.createExternalShare, {
      before: hashOfPassword,
      work: async (tx, request, { user }, passwordHash) => ({
        externalShare: toMessage(await createExternalShare(tx, user, request, passwordHash)),
      }),
    }),
    getExternalShare: async ({ externalShareId }, { user }) => {
      const share = await findExternalShare(pool, user.userId, externalShareId);
      if (!share) throw notFound('shared link');
      return { externalShare: toMessage(share) };
    },
    listExternalShares: async (request, { user }) => {
      const { entityId = null, query = null } = request;
      const { rows, total } = await listExternalShares(pool, user.userId, { entityId, query }, pageOf(request));
      return { externalShares: rows.map(toMessage), totalSize: total };
    },
    listVisibleFields: async ({ entityType }) => ({ fields: listVisibleFields(readEntity(entityType)) }),
    updateExternalShare: write(methods.updateExternalShare, {
      before: hashOfPassword,
      work: async (tx, request, { user }, passwordHash) => ({
        externalShare: toMessage(await changeExternalShare(tx, user, request, passwordHash)),
      }),
    }),
    deleteExternalShare: write(methods.deleteExternalShare, (tx, request, { user }) =>
      deleteExternalShare(tx, user, request),
    ),
  };
}

/** Methods that anyone with a link may call; `tries` limits password attempts. */
export function publicShareHandlers(pool: Pool, tries: BruteForceLimit): ServiceHandlers<typeof PublicShareService> {
  const views = createViewCounter(pool);
  const reads = createSharedReads(pool);
  return {
    describeShare: (request) => describeShare(pool, request),
    openShare: (request) => openShare({ pool, tries, views, reads }, request),
    checkViewingPass: (request) => checkViewingPass(pool, reads, request),
  };
}

function toMessage({ passwordHash, ownerId: _ownerId, ...share }: ExternalShareRow): ExternalShare {
  return { ...share, hasPassword: passwordHash !== null };
}
