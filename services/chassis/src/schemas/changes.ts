import { z } from 'zod';
import { protoName } from '../grpc/changed-fields.js';

/**
 * Names of the fields in a change, for the services' update masks. An absent field keeps its value and null clears it; on the wire only the mask
 * distinguishes the two.
 */
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
      // Unknown fields are reported on their own.
      { error: 'Send at least one field to change.', when: ({ issues }) => issues.length === 0 },
    );
}
