import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

/** Bytes of a user's id, with which the token begins. */
const ID_BYTES = 16;

/** Limits the signature to this purpose. */
const PURPOSE = 'end morning reminders of ';

/** Returns the token of a link that ends a user's reminders: the same in every mail, because a mail may be opened years later. */
export function reminderToken(userId: string, secret: Uint8Array): string {
  const id = Buffer.from(parse(userId));
  return Buffer.concat([id, sign(id, secret)]).toString('base64url');
}

/** Returns the user whose reminders a token ends; null for an invalid token. Accepts several secrets, for their rotation. */
export function readReminderToken(token: string, secrets: readonly Uint8Array[]): string | null {
  const bytes = Buffer.from(token, 'base64url');
  const [id, signature] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  const isSigned = secrets.some((secret) => {
    const expected = sign(id, secret);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  return isSigned ? stringify(id) : null;
}

function sign(id: Uint8Array, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(PURPOSE).update(id).digest();
}
