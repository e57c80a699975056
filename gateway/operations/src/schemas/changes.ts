import type { z } from 'zod';

/**
 * Names of the fields that a change gives, as the services' update masks spell them. Absent keeps, null clears: the mask is what
 * tells the two apart on the wire.
 */
export function updateMask(changes: object): string[] {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Refuses a change that changes nothing. `ignored` are the fields that only say which record is meant. */
export function withSomeChange<Schema extends z.ZodObject>(schema: Schema, ...ignored: string[]): Schema {
  return schema.refine(
    (input) => Object.entries(input).some(([name, value]) => value !== undefined && !ignored.includes(name)),
    'Give at least one field to change.',
  );
}
