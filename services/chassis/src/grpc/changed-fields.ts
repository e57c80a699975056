import { isDeepStrictEqual } from 'node:util';
import { invalidInput } from '../errors/app-error.js';

/** New values of some fields; required ones are never null. */
type Changes<Request, Field extends keyof Request, Required extends Field> = {
  readonly [Name in Field]?: Name extends Required ? NonNullable<Request[Name]> : Exclude<Request[Name], undefined>;
};

/**
 * The fields in a request's mask (by proto name, such as `promo_code`) with their new values, in the order of the fields that may change; null clears
 * a field. Throws `invalid_input` for other fields, and for clearing a required one.
 */
export function readChanges<
  Request extends { readonly updateMask?: readonly string[] | null | undefined },
  Field extends keyof Request & string,
  Required extends Field,
>(request: Request, changeable: readonly Field[], required: readonly Required[]): Changes<Request, Field, Required> {
  const mask = request.updateMask ?? [];
  const unknown = mask.find((name) => !changeable.some((field) => protoName(field) === name));
  if (unknown !== undefined) throw invalidInput(unknown, 'cannot be changed. Leave it out.');
  const changes = changeable
    .filter((field) => mask.includes(protoName(field)))
    .map((field) => [field, request[field] ?? null] as const);
  const names: readonly string[] = required;
  const cleared = changes.find(([field, value]) => names.includes(field) && isEmpty(value));
  if (cleared) throw invalidInput(cleared[0], 'cannot be cleared.');
  return Object.fromEntries(changes) as Changes<Request, Field, Required>;
}

/** Names of the fields whose new value differs from the stored one, in the order of `fields`; empty when none does. */
export function changedFields(
  stored: object,
  changes: object,
  fields: readonly string[] = Object.keys(changes),
): string[] {
  return fields.filter(
    (field) => field in changes && !isDeepStrictEqual(Reflect.get(changes, field), Reflect.get(stored, field)),
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Name of a field in .proto files and masks. */
export function protoName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
