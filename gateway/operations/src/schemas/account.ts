import { z } from 'zod';
import { Id, text, Timestamp } from './scalars.js';

export const Email = z.string().trim().max(254).pipe(z.email());

/** A new password. */
export const NewPassword = z.string().min(8).max(200);

/** A password that is to be checked: any that could ever have been set. */
export const GivenPassword = z.string().min(1).max(200);

export const UserName = text(200);

const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: z.enum(['user', 'admin']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'User' });

/** The account with its active teams. */
export const Account = z.object({
  user: User,
  teams: z.array(z.object({ id: Id, name: z.string(), role: z.enum(['owner', 'admin', 'member']) })),
});

/** A new session. The token is left out for pages of this origin, which have the cookie. */
export const OpenedSession = z.object({
  user: User,
  token: z.string().optional(),
  expiresAt: Timestamp,
});

/** The answer about an account with the version that its ETag names. */
export function withVersion<Answer extends { user: { version: number } | null }>(answer: Answer) {
  return { ...answer, version: answer.user?.version };
}
