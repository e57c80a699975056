import type { Proof } from '../screenshots/proof-state.js';
import type { CountDetails, ViewLog } from './recorder.js';

export interface RowState {
  /** The field's text. */
  readonly text: string;
  readonly status: 'open' | 'doubtful' | 'sending' | 'waiting' | 'recorded' | 'refused';
  readonly message?: string;
  /** Details of the view count. */
  readonly details?: CountDetails;
  /** The screenshot that proves it. */
  readonly proof?: Proof;
  /** The view count, once it is recorded. */
  readonly log?: ViewLog;
  /** The recorded details. */
  readonly recorded?: CountDetails;
  /** Whether undo is currently offered for it. */
  readonly isLast?: boolean;
}

const FIELDS = ['note', 'sourceUrl', 'screenshotId'] as const;

/** The details that differ from the recorded ones; null clears one. Details that the row never had are not changed. */
export function unrecordedDetails(details: CountDetails = {}, recorded: CountDetails = {}): CountDetails {
  const changes = FIELDS.flatMap((field) => {
    const text = details[field]?.trim() || null;
    const isChanged = details[field] !== undefined && text !== (recorded[field] ?? null);
    return isChanged ? [[field, text] as const] : [];
  });
  return Object.fromEntries(changes);
}

/** Whether some details are not recorded yet. */
export function isLacking({ details, recorded }: RowState): boolean {
  return Object.keys(unrecordedDetails(details, recorded)).length > 0;
}
