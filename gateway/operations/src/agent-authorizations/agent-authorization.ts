import { required } from '@svc/chassis/grpc/required';
import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import type { AuthorizationRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import { z } from 'zod';

/** An agent's request for access, as it was made. */
export const AgentAuthorization = z
  .object({
    requestId: Id,
    family: z.enum(['bridge', 'shortener']),
    status: z.enum(['pending', 'approved', 'denied', 'expired']),
    /** `XXXX-XXXX`, for comparison with the code the agent shows. */
    userCode: z.string(),
    clientName: z.string(),
    clientUri: z.string().nullable(),
    scopes: z.array(z.string()),
    expiresAt: Timestamp,
    /** Seconds until the agent's token expires. */
    tokenLifetimeSeconds: z.int(),
    tokenExpiresAt: NullableTimestamp,
  })
  .meta({ id: 'AgentAuthorization' });

/** A request as shown to the user, with whether approving it needs the password. */
export const ShownAgentAuthorization = AgentAuthorization.extend({ passwordRequired: z.boolean() }).meta({
  id: 'ShownAgentAuthorization',
});

/** Maps a request to the field names of the public API. */
export function toAgentAuthorization(request: AuthorizationRequest | null) {
  const { id: requestId, clientUri = null, ...rest } = required(request, 'authorization request');
  return { requestId, clientUri, ...rest };
}
