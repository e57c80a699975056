import { invalidInput } from '../errors/app-error.js';

/**
 * The fields that an update mask names (by proto name, such as `promo_code`) of those that may be changed. Throws `invalid_input`
 * when it names another one.
 */
export function maskedFields<Field extends string>(
  mask: readonly string[] | null | undefined,
  changeable: readonly Field[],
): Field[] {
  const byProtoName = new Map(changeable.map((field) => [protoName(field), field]));
  return (mask ?? []).map((name) => {
    const field = byProtoName.get(name);
    if (!field) throw invalidInput(name, 'This field cannot be changed.');
    return field;
  });
}

function protoName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
