import type { Pool } from '@svc/chassis/postgres/pool';
import type { IdentityConfig } from '../config.js';
import { createSendMail } from '../mail.js';
import type { SendResetLink } from './request-password-reset.js';
import { LINK_MINUTES } from './password-reset-repo.js';
import { createResetLink } from './reset-link.js';

/** Sends reset links by SMTP; undefined when mail is not configured. */
export function createResetMailer(
  pool: Pool,
  { mail, appName, appOrigin }: Pick<IdentityConfig, 'mail' | 'appName' | 'appOrigin'>,
): SendResetLink | undefined {
  if (!mail || appOrigin === undefined) return undefined;
  const send = createSendMail(mail);
  return async (user) => {
    const link = await createResetLink(pool, user.id, appOrigin);
    await send({
      to: { name: user.name, address: user.email },
      subject: `Set a new password for ${appName}`,
      text: `Open this link within ${LINK_MINUTES} minutes to set a new password:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
    });
  };
}
