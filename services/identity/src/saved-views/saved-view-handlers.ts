import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { SavedViewService as methods } from '@svc/proto/identity/v1/saved_view_service';
import { createSavedView, deleteSavedView, updateSavedView } from './change-saved-views.js';
import { listSavedViews } from './saved-view-repo.js';

/** The caller's saved views of lists. */
export function savedViewHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    createSavedView: write(methods.createSavedView, async (tx, request, { user }) => ({
      view: await createSavedView(tx, user, request),
    })),
    listSavedViews: async (request, { user }) => {
      const { rows, total } = await listSavedViews(pool, user.userId, request.list ?? null, pageOf(request));
      return { views: rows, totalSize: total };
    },
    updateSavedView: write(methods.updateSavedView, async (tx, request, { user }) => ({
      view: await updateSavedView(tx, user, request),
    })),
    deleteSavedView: write(methods.deleteSavedView, (tx, request, { user }) => deleteSavedView(tx, user, request)),
  };
}
