import { z } from 'zod';
import type { Principal } from '../calls/principal.js';

/** Issuer of all assertions. */
export const ISSUER = 'svc-identity';
/**
 * Included in the audience of every assertion, because services of the previous release check only this value. On its own it means all services:
 * callers of that release name no audience.
 */
export const ANY_SERVICE = 'svc-internal';
/** Lifetime of an assertion in seconds. */
export const ASSERTION_SECONDS = 60;

const person = {
  userId: z.uuid(),
  name: z.string(),
  teams: z.array(z.object({ id: z.uuid(), role: z.enum(['owner', 'admin', 'member']) })).max(50),
  preferences: z.object({
    timeZone: z.string(),
    locale: z.string(),
    currency: z.string(),
    viewCheckDays: z.array(z.number()),
  }),
};

const Principals = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('service'), service: z.string() }),
  z.object({
    kind: z.literal('user'),
    ...person,
    role: z.enum(['user', 'admin']),
    sessionId: z.uuid(),
    through: z.literal('copilot').optional(),
  }),
  z.object({
    kind: z.literal('agent'),
    ...person,
    role: z.literal('user'),
    agent: z.object({
      requestId: z.uuid().nullable(),
      clientId: z.string().nullable(),
      // Assertions from a process that predates families remain valid for up to a minute after an upgrade.
      family: z.enum(['bridge', 'shortener']).default('bridge'),
      scopes: z.array(z.string()),
      actorId: z.string().nullable().default(null),
      channel: z.string().nullable().default(null),
      approval: z.string().nullable().optional(),
    }),
  }),
]);

/** Claims in addition to the registered ones (RFC 7519). */
export const AssertionClaims = z.object({
  exp: z.number(),
  aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  principal: Principals,
}) satisfies z.ZodType<{
  exp: number;
  aud: string[];
  principal: Principal;
}>;
