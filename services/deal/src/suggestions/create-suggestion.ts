import { callOrigin } from '@svc/chassis/calls/call-origin';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateSuggestionRequest, Suggestion } from '@svc/proto/deal/v1/suggestion_service';
import { v7 as newId } from 'uuid';
import { insertSuggestion } from './suggestion-repo.js';
import { checkTarget } from './suggestion-target.js';

/** Creates a suggestion by the caller: the user, or an agent that acts for the user. Throws `invalid_input` for a missing target. */
export async function createSuggestion(
  tx: Tx,
  user: UserPrincipal,
  request: CreateSuggestionRequest,
): Promise<Suggestion> {
  const { kind, title, body, targetType = null, targetId = null, proposedChange = null } = request;
  if ((targetType === null) !== (targetId === null)) {
    throw invalidInput(targetId === null ? 'targetId' : 'targetType', 'Send `targetType` and `targetId` together.');
  }
  if (targetType !== null && targetId !== null) await checkTarget(tx, user, targetType, targetId);
  const { actorKind: proposedBy, agent: proposer } = callOrigin(user);
  return insertSuggestion(tx, {
    id: newId(),
    ownerId: user.userId,
    kind,
    title,
    body,
    targetType,
    targetId,
    proposedChange,
    proposedBy,
    proposer,
  });
}
