import { AppError, notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Db } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import type {
  AcceptSuggestionRequest,
  ClaimSuggestionRequest,
  ClaimSuggestionResponse,
  DismissSuggestionRequest,
  Suggestion,
} from '@svc/proto/deal/v1/suggestion_service';
import { v7 as newId } from 'uuid';
import {
  acceptSuggestion as storeAcceptance,
  claimSuggestion as storeClaim,
  dismissSuggestion as storeDismissal,
  findSuggestion,
  type ExpectedSuggestion,
} from './suggestion-repo.js';

/** Claims an open suggestion, which one of several callers can. Throws INVALID_TRANSITION, VERSION_CONFLICT. */
export async function claimSuggestion(
  db: Db,
  user: UserPrincipal,
  request: ClaimSuggestionRequest,
): Promise<ClaimSuggestionResponse> {
  const claimId = newId();
  const expected = expectedOf(request);
  const suggestion = await storeClaim(db, user.userId, expected, claimId);
  if (!suggestion) throw await refusal(db, user, expected);
  return { claimId, suggestion };
}

/** Accepts a suggestion that the caller has claimed. Throws INVALID_TRANSITION when the claim has been taken over. */
export async function acceptSuggestion(
  db: Db,
  user: UserPrincipal,
  { suggestionId, claimId, resultId = null }: AcceptSuggestionRequest,
): Promise<Suggestion> {
  const suggestion = await storeAcceptance(db, user.userId, suggestionId, claimId, resultId);
  if (!suggestion) throw await refusal(db, user, { id: suggestionId, version: null });
  return suggestion;
}

/** Dismisses an open suggestion. Throws INVALID_TRANSITION, VERSION_CONFLICT. */
export async function dismissSuggestion(
  db: Db,
  user: UserPrincipal,
  request: DismissSuggestionRequest,
): Promise<Suggestion> {
  const expected = expectedOf(request);
  const suggestion = await storeDismissal(db, user.userId, expected);
  if (!suggestion) throw await refusal(db, user, expected);
  return suggestion;
}

function expectedOf({ suggestionId, expectedVersion = null }: ClaimSuggestionRequest): ExpectedSuggestion {
  return { id: suggestionId, version: expectedVersion };
}

/** Why a suggestion could not be decided. */
async function refusal(db: Db, user: UserPrincipal, { id, version }: ExpectedSuggestion): Promise<AppError> {
  const suggestion = await findSuggestion(db, user.userId, id);
  if (!suggestion) return notFound('suggestion');
  checkVersion(suggestion.version, version);
  const why = suggestion.status === 'open' ? 'is being accepted at this moment' : `is ${suggestion.status} already`;
  return new AppError('wrong_state', 'INVALID_TRANSITION', `The suggestion ${why}.`);
}
