import { appError } from '@svc/chassis/errors/app-error';
import type { Transporter } from 'nodemailer';
import type { IdentityConfig } from '../config.js';

/** Timeout in milliseconds for each step of a conversation with the mail server; the library's default is minutes. */
const STEP_MS = 10_000;

/** A mail of plain text. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** Additional headers, if any. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a mail to the mail server. Throws MailRefused when the server refuses it permanently, UNAVAILABLE when the server is unreachable or rejects
 * our sign-in, and another error for a temporary refusal.
 */
export type SendMail = (mail: Mail) => Promise<void>;

/** The mail server refused a mail permanently. */
export class MailRefused extends Error {}

/** The library takes 5 MB, so it is loaded on first use. */
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

/** Connects to the mail server and signs in, without sending anything; rejects on failure. */
export function createMailCheck({ smtpUrl }: NonNullable<IdentityConfig['mail']>): () => Promise<unknown> {
  let transport: Promise<Transporter> | undefined;
  return async () => {
    transport ??= open(smtpUrl, STEP_MS / 2);
    return (await transport).verify();
  };
}

/** The library's error codes about the recipient or the mail; all others are about the server. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

/** Converts an error without the server's text, which contains addresses. */
function readFailure(error: unknown): Error {
  const { code, responseCode = 0 } = error as { readonly code?: string; readonly responseCode?: number };
  const answer = `the mail server: ${code ?? 'unknown'} ${responseCode}`;
  if (code === undefined || !ABOUT_THE_MAIL.includes(code)) {
    return appError('UNAVAILABLE', 'The mail server is unavailable.', { cause: new Error(answer) });
  }
  // 4xx is temporary, for example from servers that greylist; 5xx is permanent.
  return responseCode >= 400 && responseCode < 500 ? new Error(answer) : new MailRefused(answer);
}
