import { z } from 'zod';
import type { Principal } from '../principal.js';

/** Who signs assertions, and for whom. */
export const ISSUER = 'svc-identity';
export const AUDIENCE = 'svc-internal';
/** Seconds that an assertion is valid. */
export const ASSERTION_SECONDS = 60;

const Principals = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('service'), service: z.string() }),
  z.object({
    kind: z.enum(['user', 'agent']),
    userId: z.uuid(),
    name: z.string(),
    role: z.enum(['user', 'admin']),
    teams: z.array(z.object({ id: z.uuid(), role: z.enum(['owner', 'admin', 'member']) })).max(50),
    preferences: z.object({
      timeZone: z.string(),
      locale: z.string(),
      currency: z.string(),
      viewCheckDays: z.array(z.number()),
    }),
    sessionId: z.uuid(),
  }),
]);

/** The claims beside the registered ones. */
export const AssertionClaims = z.object({ exp: z.number(), principal: Principals }) satisfies z.ZodType<{
  exp: number;
  principal: Principal;
}>;
