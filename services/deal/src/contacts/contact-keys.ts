import type { ContactFields } from './contact.js';

/** Fields that two contacts can have in common. */
export type MatchedOn = 'email' | 'phone' | 'handle';

/** Minimum digits of a number that identifies a person; any phone number with an area code has more. */
const PHONE_DIGITS_MIN = 5;

/**
 * Returns the keys that identify a person, the strongest first: email address, phone number and handles, normalized for comparison. A key starts with
 * its kind. Numbers are compared by their digits, because without a country it is unknown whether 0170… and +49 170… are the same.
 */
export function matchKeysOf({ email, phone, handles }: Pick<ContactFields, 'email' | 'phone' | 'handles'>): string[] {
  const keys = [
    email === null ? null : `email:${plain(email)}`,
    phone === null ? null : phoneKey(phone),
    ...handles.map(({ platform, handle }) => `handle:${plain(platform)}:${plainHandle(handle)}`),
  ];
  return [...new Set(keys.filter((key) => key !== null))];
}

export function matchedOnOf(key: string): MatchedOn {
  return key.slice(0, key.indexOf(':')) as MatchedOn;
}

/** Normalizes the name on a platform for comparison. */
export function plainHandle(handle: string): string {
  return plain(handle).replace(/^@+/, '');
}

function phoneKey(phone: string): string | null {
  const plus = /^\s*(\+|00)/;
  const text = phone.normalize('NFKC');
  const digits = text.replace(plus, '').replaceAll(/\D/g, '');
  if (digits.length < PHONE_DIGITS_MIN) return null;
  return `phone:${plus.test(text) ? '+' : ''}${digits}`;
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
