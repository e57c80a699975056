import type { Transporter } from 'nodemailer';
import type { IdentityConfig } from './config.js';

/** The library takes 5 MB, which is for those who send mails. */
async function open(options: object): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

/** Sends plain-text mails by SMTP, each rejecting when the mail server does not take it. */
export function createSendMail({ smtpUrl, from }: NonNullable<IdentityConfig['mail']>) {
  let transport: Promise<Transporter> | undefined;
  return async (mail: { to: { name: string; address: string }; subject: string; text: string }): Promise<void> => {
    transport ??= open({ url: smtpUrl });
    await (await transport).sendMail({ from, ...mail });
  };
}

/** Connects to the mail server and signs in, without sending anything; rejects when it cannot. */
export function createMailCheck({ smtpUrl }: NonNullable<IdentityConfig['mail']>): () => Promise<unknown> {
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  let transport: Promise<Transporter> | undefined;
  return async () => {
    transport ??= open({ url: smtpUrl, ...timeouts });
    return (await transport).verify();
  };
}
