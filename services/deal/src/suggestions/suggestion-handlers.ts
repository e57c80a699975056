import { noSuch } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { SuggestionService as methods } from '@svc/proto/deal/v1/suggestion_service';
import { createSuggestion } from './create-suggestion.js';
import { acceptSuggestion, claimSuggestion, dismissSuggestion } from './decide-suggestion.js';
import { findSuggestion, listSuggestions, releaseSuggestion } from './suggestion-repo.js';

/** Suggestions. A decision is a single conditional statement, so a repeated one fails with INVALID_TRANSITION. */
export function suggestionHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    createSuggestion: write(methods.createSuggestion, async (tx, request, { user }) => ({
      suggestion: await createSuggestion(tx, user, request),
    })),
    getSuggestion: async ({ suggestionId }, { user }) => {
      const suggestion = await findSuggestion(pool, user.userId, suggestionId);
      if (!suggestion) throw noSuch('suggestion');
      return { suggestion };
    },
    listSuggestions: async (request, { user }) => {
      const { status = null, targetType = null, targetId = null } = request;
      const filter = { status, targetType, targetId };
      const { rows, total } = await listSuggestions(pool, user.userId, filter, pageOf(request));
      return { suggestions: rows, totalSize: total };
    },
    claimSuggestion: write(methods.claimSuggestion, (tx, request, { user }) => claimSuggestion(tx, user, request)),
    releaseSuggestion: write(methods.releaseSuggestion, async (tx, request, { user }) => {
      await releaseSuggestion(tx, user.userId, request);
    }),
    acceptSuggestion: write(methods.acceptSuggestion, async (tx, request, { user }) => ({
      suggestion: await acceptSuggestion(tx, user, request),
    })),
    dismissSuggestion: write(methods.dismissSuggestion, async (tx, request, { user }) => ({
      suggestion: await dismissSuggestion(tx, user, request),
    })),
  };
}
