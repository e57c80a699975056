import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { type AppError, appError, noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type {
  AcceptSuggestionRequest,
  ClaimSuggestionRequest,
  ClaimSuggestionResponse,
  DismissSuggestionRequest,
  Suggestion,
} from '@svc/proto/deal/v1/suggestion_service';
import { v7 as newId } from 'uuid';
import {
  acceptSuggestionRow,
  claimSuggestionRow,
  dismissSuggestionRow,
  type ExpectedSuggestion,
  findSuggestion,
  findUncertainSince,
} from './suggestion-repo.js';

/** Claims an open suggestion; of several callers, only one succeeds. Throws INVALID_TRANSITION, VERSION_CONFLICT. */
export async function claimSuggestion(
  tx: Tx,
  user: UserPrincipal,
  request: ClaimSuggestionRequest,
): Promise<ClaimSuggestionResponse> {
  const claimId = newId();
  const expected = expectedOf(request);
  const claimed = await claimSuggestionRow(tx, user.userId, expected, claimId);
  if (!claimed) throw await refusal(tx, user, expected);
  const { proposer, ...suggestion } = claimed;
  return { claimId, suggestion, proposer };
}

/** Accepts a suggestion that the caller has claimed. Throws INVALID_TRANSITION if another call has since claimed it. */
export async function acceptSuggestion(
  tx: Tx,
  user: UserPrincipal,
  { suggestionId, claimId, resultId = null }: AcceptSuggestionRequest,
): Promise<Suggestion> {
  const suggestion = await acceptSuggestionRow(tx, user.userId, suggestionId, claimId, resultId);
  if (!suggestion) throw await refusal(tx, user, { id: suggestionId, version: null });
  return suggestion;
}

/** Dismisses an open suggestion. Throws INVALID_TRANSITION, VERSION_CONFLICT. */
export async function dismissSuggestion(
  tx: Tx,
  user: UserPrincipal,
  request: DismissSuggestionRequest,
): Promise<Suggestion> {
  const expected = expectedOf(request);
  const suggestion = await dismissSuggestionRow(tx, user.userId, expected);
  if (!suggestion) throw await refusal(tx, user, expected);
  return suggestion;
}

function expectedOf({ suggestionId, expectedVersion = null }: ClaimSuggestionRequest): ExpectedSuggestion {
  return { id: suggestionId, version: expectedVersion };
}

/** The error for a change that may have been made, but whose idempotency key has expired. */
function uncertain(beganAt: Date): AppError {
  return appError(
    'INVALID_TRANSITION',
    `The change started on ${beganAt.toISOString().slice(0, 10)}, and its outcome is unknown. Check whether the change was made, ` +
      'make it yourself if it was not, and dismiss the suggestion.',
  );
}

/** Explains why a suggestion could not be decided. */
async function refusal(tx: Tx, user: UserPrincipal, { id, version }: ExpectedSuggestion): Promise<AppError> {
  const suggestion = await findSuggestion(tx, user.userId, id);
  if (!suggestion) return noSuch('suggestion');
  checkVersion(suggestion.version, version);
  const beganAt = await findUncertainSince(tx, user.userId, id);
  if (beganAt) return uncertain(beganAt);
  const why = suggestion.status === 'open' ? 'is being accepted right now' : `is ${suggestion.status} already`;
  return appError('INVALID_TRANSITION', `The suggestion ${why}.`);
}
