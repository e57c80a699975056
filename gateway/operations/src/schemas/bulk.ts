import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

/** Ids of the records of a bulk call. */
export const BulkIds = z.array(Id).min(1).max(500);

/** Input of a bulk call: the records, and the action for each. */
export function bulkInput<Action extends z.ZodType>(action: Action) {
  return z.strictObject({
    ids: BulkIds.describe('Up to 500 ids. A repeated id is changed once.'),
    action,
  });
}

/** The action shared by all kinds of records. */
export const DeleteAction = z.strictObject({ kind: z.literal('delete') });

/** Description of every bulk operation. */
export const BULK_DESCRIPTION =
  'Each record follows the rules of the operation on a single one. A failure does not affect the other records; the results say why it failed.';

/** Outcome for each record. */
export const BulkResults = z
  .object({
    results: z.array(
      z.object({
        id: Id,
        outcome: z.enum(['done', 'unchanged', 'failed']).describe('Unchanged: it already was as requested.'),
        code: z.string().optional().describe('Why it failed: the error code of the operation on a single record.'),
        message: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'BulkResults' });

/** Maps the results of services. */
export function bulkResults<
  Result extends { readonly code?: string | null | undefined; readonly message?: string | null | undefined },
>({ results }: { readonly results: readonly Result[] }) {
  return {
    results: results.map(({ code, message, ...result }) => ({
      ...result,
      ...(code ? { code } : {}),
      ...(message ? { message } : {}),
    })),
  };
}
