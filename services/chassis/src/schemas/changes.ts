import { protoName } from '../grpc/changed-fields.js';
import { z } from 'zod';

/**
 * Names of the fields that a change gives, as the services' update masks spell them. Absent keeps, null clears: the mask is what
 * tells the two apart on the wire.
 */
export function updateMask(changes: object): string[] {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => protoName(name));
}

/** The input of a change: what says which record is meant, and at least one of the fields. */
export function changeInput<Names extends z.core.$ZodShape, Fields extends z.core.$ZodShape>(
  names: Names,
  fields: Fields,
) {
  return z
    .strictObject(names)
    .extend(z.object(fields).partial().shape)
    .refine(
      (input) => Object.entries(input).some(([name, value]) => value !== undefined && name in fields),
      // An unknown field is reported alone.
      { error: 'Send at least one field to change.', when: ({ issues }) => issues.length === 0 },
    );
}
