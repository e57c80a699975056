import { z } from 'zod';
import { protoName } from '../grpc/changed-fields.js';

/** Names of the fields in a change, as in the services' update masks. Absent keeps, null clears: on the wire only the mask distinguishes the two. */
export function updateMask(changes: object): string[] {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => protoName(name));
}

/** The input of a change: the fields that identify the record, and at least one field to change. */
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
