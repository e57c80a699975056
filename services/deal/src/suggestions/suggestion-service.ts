import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { SuggestionServiceService as methods } from '@svc/proto/deal/v1/suggestion_service';
import { createSuggestion } from './create-suggestion.js';
import { acceptSuggestion, claimSuggestion, dismissSuggestion } from './decide-suggestion.js';
import { findSuggestion, listSuggestions, releaseSuggestion } from './suggestion-repo.js';

/** Suggestions. A decision is one conditional statement, so a repeated one is told that it has been made. */
export function suggestionService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    createSuggestion: (request, { user }) =>
      runWrite(pool, methods.createSuggestion, request, async (tx) => ({
        suggestion: await createSuggestion(tx, user, request),
      })),
    getSuggestion: async ({ suggestionId }, { user }) => {
      const suggestion = await findSuggestion(pool, user.userId, suggestionId);
      if (!suggestion) throw notFound('suggestion');
      return { suggestion };
    },
    listSuggestions: async (request, { user }) => {
      const { status = null, targetType = null, targetId = null } = request;
      const filter = { status, targetType, targetId };
      const { rows, total } = await listSuggestions(pool, user.userId, filter, pageOf(request));
      return { suggestions: rows, totalSize: total };
    },
    claimSuggestion: (request, { user }) => claimSuggestion(pool, user, request),
    releaseSuggestion: async ({ suggestionId, claimId }, { user }) => {
      await releaseSuggestion(pool, user.userId, suggestionId, claimId);
      return {};
    },
    acceptSuggestion: async (request, { user }) => ({ suggestion: await acceptSuggestion(pool, user, request) }),
    dismissSuggestion: async (request, { user }) => ({ suggestion: await dismissSuggestion(pool, user, request) }),
  };
}
