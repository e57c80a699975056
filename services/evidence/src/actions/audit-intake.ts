import { takeIn } from '../candidates/intake.js';
import type { Context } from '../context.js';
import type { ActionInput } from '../schemas/tool-input.js';
import type { Answer } from '../schemas/tool-output.js';

/** Sorts rows into candidates, rejected rows with reasons, and duplicates of a video in another row. */
export function auditIntake({ rows = [] }: ActionInput, context: Context): Answer<'audit_browser_candidate_intake'> {
  const { accepted, rejected, duplicates } = takeIn(rows, 'rows', context);
  return {
    accepted: accepted.map(({ candidate }) => candidate),
    rejected: rejected.map(({ index, candidate, rejection }) => ({
      index,
      url: candidate.url,
      reason: rejection ?? '',
    })),
    duplicates: duplicates.map(({ index, duplicateOf }) => ({ index, duplicateOf })),
    counts: {
      input: rows.length,
      accepted: accepted.length,
      rejected: rejected.length,
      duplicates: duplicates.length,
    },
  };
}
