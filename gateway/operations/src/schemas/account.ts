import { Id, stamps, text, Timestamp, verbatim } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { isCommonPassword } from './common-passwords.js';

export const Email = text(254).pipe(z.email());

/** A new password. */
export const NewPassword = verbatim(200).min(8).regex(/\S/, 'is nothing but blanks. Choose another one.');

/** A new password of an account. */
export const AccountPassword = NewPassword.refine(
  (password) => !isCommonPassword(password),
  'must not be one of the most common passwords. Choose another one.',
);

/** A password to verify, with the loosest limits that ever applied. */
export const GivenPassword = verbatim(200).min(1);

export const UserName = text(200);

const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: z.enum(['user', 'admin']),
    ...stamps,
  })
  .meta({ id: 'User' });

/** The account with its active teams. */
export const Account = z.object({
  user: User.extend({
    emailConfirmed: z
      .boolean()
      .describe('Whether you have opened a link mailed to the address; reminders are sent only then.'),
  }).meta({ id: 'OwnUser' }),
  teams: z.array(z.object({ id: Id, name: z.string(), role: z.enum(['owner', 'admin', 'member']) })),
});

/** A new session. The token is omitted for pages of this origin, which use the cookie. */
export const OpenedSession = z.object({
  user: User,
  token: z.string().optional(),
  expiresAt: Timestamp,
});

/** Adds the account's version, for its ETag. */
export function withVersion<Answer extends { user: { version: number } | null }>(answer: Answer) {
  return { ...answer, version: answer.user?.version };
}
