import type { IdentityConfig } from '../config.js';
import { createSendMail } from '../mail.js';

/** Mails the link of an invitation. Rejects when the mail server does not take it. */
export type MailInvitation = (invitation: {
  readonly email: string;
  readonly teamName: string;
  readonly invitedByName: string;
  readonly secret: string;
}) => Promise<void>;

/** Undefined when mail is not configured. */
export function createInvitationMailer({
  mail,
  appName,
  appOrigin,
}: Pick<IdentityConfig, 'mail' | 'appName' | 'appOrigin'>): MailInvitation | undefined {
  if (!mail || appOrigin === undefined) return undefined;
  const send = createSendMail(mail);
  return ({ email, teamName, invitedByName, secret }) =>
    send({
      to: { name: '', address: email },
      subject: `An invitation to a team in ${appName}`,
      text: `${invitedByName} invites you to the team ${teamName}. Open this link within 14 days to accept or decline:\n\n${appOrigin}/invitations/${secret}\n\nWhoever has the link can accept, so keep it to yourself.\n`,
    });
}
