import type { NewMessage } from '@svc/chassis/outbox/message';
import type { Pool } from '@svc/chassis/postgres/pool';
import { open, seal } from '../authentication/sealing.js';
import { INVITATION_MAIL_TOPIC, mailMessage } from '../mails/mail-topics.js';
import { plainName, SUBJECT_NAME_MAX } from '../mails/plain-name.js';
import type { SendMail } from '../mails/send-mail.js';
import { findInvitationBySecret } from './invitation-repo.js';

/** The content of an invitation mail. */
export interface InvitationMail {
  readonly email: string;
  readonly teamName: string;
  readonly invitedByName: string;
  /** The secret of the link, stored nowhere. */
  readonly secret: string;
}

/** A message in the outbox. */
interface Sealed {
  /** Hash of the secret, which identifies the invitation in the database; in base64url. */
  readonly secretHash: string;
  readonly sealed: string;
}

/** Builds the mail for the outbox, sealed. It identifies the invitation by the secret, as processes of the previous version expect. */
export async function sealInvitationMail(
  mail: InvitationMail,
  { secretHash, sealingSecret }: { readonly secretHash: Buffer; readonly sealingSecret: Uint8Array },
): Promise<NewMessage> {
  const sealed = await seal(new TextEncoder().encode(JSON.stringify(mail)), sealingSecret);
  const payload: Sealed = { secretHash: secretHash.toString('base64url'), sealed };
  return mailMessage(INVITATION_MAIL_TOPIC, payload);
}

export interface InvitationMailerOptions {
  readonly pool: Pool;
  readonly send: SendMail;
  readonly secrets: readonly Uint8Array[];
  readonly appName: string;
  readonly appOrigin: string;
}

/** Mails the link of an invitation that is still open. */
export function createInvitationMailer({ pool, send, secrets, appName, appOrigin }: InvitationMailerOptions) {
  return async (payload: unknown): Promise<void> => {
    const { secretHash, sealed } = payload as Sealed;
    if (!(await findInvitationBySecret(pool, Buffer.from(secretHash, 'base64url')))) return;
    const { plaintext } = await open(sealed, secrets);
    const { email, teamName, invitedByName, secret } = JSON.parse(
      new TextDecoder().decode(plaintext),
    ) as InvitationMail;
    await send({
      to: { name: '', address: email },
      subject: `${appName}: ${plainName(invitedByName, SUBJECT_NAME_MAX)} invited you to ${plainName(teamName, SUBJECT_NAME_MAX)}`,
      text: `"${plainName(invitedByName)}" invites you to the team "${plainName(teamName)}" in ${appName}. Open this link within 14 days to accept or decline:\n\n${appOrigin}/invitations/${secret}\n\nAnyone who has the link can accept, so don't forward it. If you don't know the sender, you can ignore this email.\n`,
    });
  };
}
