import { invalidInput } from '@svc/chassis/errors/app-error';
import { ACTOR_NAME, ACTOR_NAME_RULE } from '@svc/chassis/schemas/actor-name';

/** An agent's stated name or channel; null when missing. Throws VALIDATION_ERROR. */
export function readActor(field: 'actorId' | 'channel', text: string | null | undefined): string | null {
  if (typeof text !== 'string') return null;
  const name = text.trim();
  if (ACTOR_NAME.test(name)) return name;
  throw invalidInput(field, ACTOR_NAME_RULE);
}
