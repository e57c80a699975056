import { invalidInput } from '@svc/chassis/errors/app-error';

/** What names an agent or the way to it, in headers and in stored records alike. */
const ACTOR = /^[A-Za-z0-9 ._:@/-]{1,100}$/;

/** Who an agent says that it is, or by what it is reached; null when it says nothing. Throws VALIDATION_ERROR. */
export function readActor(field: 'actorId' | 'channel', given: string | null | undefined): string | null {
  if (typeof given !== 'string') return null;
  const name = given.trim();
  if (ACTOR.test(name)) return name;
  throw invalidInput(field, 'must be 1 to 100 of letters, digits, blanks and `. _ : @ / -`.');
}
