import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import type { AuthorizationRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import { z } from 'zod';

/** What an agent asks for, as it was when it asked. */
export const AgentAuthorization = z
  .object({
    requestId: Id,
    family: z.enum(['bridge', 'shortener']),
    status: z.enum(['pending', 'approved', 'denied', 'expired']),
    /** `XXXX-XXXX`, to compare with what the agent shows. */
    userCode: z.string(),
    clientName: z.string(),
    clientUri: z.string().nullable(),
    scopes: z.array(z.string()),
    expiresAt: Timestamp,
    /** Seconds that the agent's token will live. */
    tokenLifetimeSeconds: z.int(),
    tokenExpiresAt: NullableTimestamp,
  })
  .meta({ id: 'AgentAuthorization' });

/** A request that is being looked at, with what approving it takes. */
export const ShownAgentAuthorization = AgentAuthorization.extend({ passwordRequired: z.boolean() }).meta({
  id: 'ShownAgentAuthorization',
});

/** A request as the public API names its fields. */
export function toAgentAuthorization(request: AuthorizationRequest | null) {
  if (!request) throw new Error('Identity answered no authorization request.');
  const { id: requestId, clientUri = null, ...rest } = request;
  return { requestId, clientUri, ...rest };
}
