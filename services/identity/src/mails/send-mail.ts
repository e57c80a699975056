import { appError } from '@svc/chassis/errors/app-error';
import type { Transporter } from 'nodemailer';
import type { IdentityConfig } from '../config.js';

/** Milliseconds for each step of a conversation with the mail server; the library would wait for minutes. */
const STEP_MS = 10_000;

/** A mail of plain text. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** Further headers; none when unset. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Hands a mail to the mail server. Throws MailRefused when it never takes this mail, UNAVAILABLE when it cannot be reached or does not let us
 * in, and another error when it does not take the mail now.
 */
export type SendMail = (mail: Mail) => Promise<void>;

/** The mail server has refused a mail for good. */
export class MailRefused extends Error {}

/** The library takes 5 MB, which is for those who send mails. */
async function open(url: string, stepMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const [connectionTimeout, greetingTimeout, socketTimeout, dnsTimeout] = [stepMs, stepMs, stepMs, stepMs];
  return createTransport({ url, connectionTimeout, greetingTimeout, socketTimeout, dnsTimeout } as object);
}

/** Sends mails by SMTP. */
export function createSendMail({ smtpUrl, from }: NonNullable<IdentityConfig['mail']>): SendMail {
  let transport: Promise<Transporter> | undefined;
  return async (mail) => {
    transport ??= open(smtpUrl, STEP_MS);
    try {
      await (await transport).sendMail({ from, ...mail });
    } catch (error) {
      throw readFailure(error);
    }
  };
}

/** Connects to the mail server and signs in, without sending anything; rejects when it cannot. */
export function createMailCheck({ smtpUrl }: NonNullable<IdentityConfig['mail']>): () => Promise<unknown> {
  let transport: Promise<Transporter> | undefined;
  return async () => {
    transport ??= open(smtpUrl, STEP_MS / 2);
    return (await transport).verify();
  };
}

/** What the library says of the recipient or the mail; all else is about the server. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

/** Without the words of the server, in which there are addresses. */
function readFailure(error: unknown): Error {
  const { code, responseCode = 0 } = error as { readonly code?: string; readonly responseCode?: number };
  const answer = `the mail server: ${code ?? 'unknown'} ${responseCode}`;
  if (code === undefined || !ABOUT_THE_MAIL.includes(code)) {
    return appError('UNAVAILABLE', 'The mail server cannot be used.', { cause: new Error(answer) });
  }
  // 4xx is for now, such as from servers that want to be asked twice; 5xx is for good.
  return responseCode >= 400 && responseCode < 500 ? new Error(answer) : new MailRefused(answer);
}
