import { invalidInput } from '@svc/chassis/errors/app-error';

/** A name of an agent or its channel, in headers and stored records. */
const ACTOR = /^[A-Za-z0-9 ._:@/-]{1,100}$/;

/** An agent's stated name or channel; null when missing. Throws VALIDATION_ERROR. */
export function readActor(field: 'actorId' | 'channel', text: string | null | undefined): string | null {
  if (typeof text !== 'string') return null;
  const name = text.trim();
  if (ACTOR.test(name)) return name;
  throw invalidInput(field, 'must be 1 to 100 characters: letters, digits, spaces, and `. _ : @ / -`.');
}
