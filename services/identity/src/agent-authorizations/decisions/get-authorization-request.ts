import { noSuch } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { GetAuthorizationRequestRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import type { AgentLimits } from '../agent-limits.js';
import { type AuthorizationRequestRow, findRequest } from '../authorization-request-repo.js';
import { readUserCode } from '../user-code.js';

/** Returns a request by its id or by the code shown to the user. Throws NOT_FOUND, or RATE_LIMITED after too many codes. */
export async function getAuthorizationRequest(
  db: Db,
  limits: AgentLimits,
  userId: string,
  { request }: GetAuthorizationRequestRequest,
): Promise<AuthorizationRequestRow> {
  const found =
    request?.$case === 'userCode'
      ? await findByTypedCode(db, limits, userId, request.value)
      : await findRequest(db, userId, 'id', request?.value ?? '');
  if (!found) throw noSuch('authorization request');
  return found;
}

async function findByTypedCode(db: Db, limits: AgentLimits, userId: string, typed: string) {
  await limits.countUserCode(userId);
  const userCode = readUserCode(typed);
  return userCode === null ? null : findRequest(db, userId, 'user_code', userCode);
}
