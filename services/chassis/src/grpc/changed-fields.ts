import { isDeepStrictEqual } from 'node:util';
import { invalidInput } from '../errors/app-error.js';
import { maskedFields } from './update-mask.js';

/** New values of some fields; required ones are never null. */
type Changes<Request, Field extends keyof Request, Required extends Field> = {
  readonly [Name in Field]?: Name extends Required ? NonNullable<Request[Name]> : Exclude<Request[Name], undefined>;
};

/**
 * The fields that a request's mask names with their new values, of those that may be changed; null clears. Throws `invalid_input`
 * for other fields, and for required ones that would be cleared.
 */
export function readChanges<
  Request extends { readonly updateMask?: readonly string[] | null | undefined },
  Field extends keyof Request & string,
  Required extends Field,
>(request: Request, changeable: readonly Field[], required: readonly Required[]): Changes<Request, Field, Required> {
  const names: readonly string[] = required;
  const changes = maskedFields(request.updateMask, changeable).map((field) => [field, request[field] ?? null] as const);
  const cleared = changes.find(([field, value]) => value === null && names.includes(field));
  if (cleared) throw invalidInput(cleared[0], 'Cannot be cleared.');
  return Object.fromEntries(changes) as Changes<Request, Field, Required>;
}

/** Whether a record would be another one with the changes. */
export function differs(stored: object, changes: object): boolean {
  return !isDeepStrictEqual({ ...stored, ...changes }, { ...stored });
}
