import { runAction } from '@svc/evidence/actions/run-action';
import type { ActionInput } from '@svc/evidence/schemas/tool-input';
import type { ActionName } from '@svc/evidence/schemas/vocabulary';

/** An action with an input validated by the tool's schemas. */
export interface EvidenceJob {
  readonly action: ActionName;
  readonly inputJson: string | Uint8Array;
  /** Used when the input sets neither. */
  readonly asOf: string;
  readonly timeZone: string;
}

/**
 * Runs a job and returns the JSON of its result; threads call it by name.
 *
 * @public
 */
export function runEvidenceJob({ action, inputJson, asOf, timeZone }: EvidenceJob): string {
  const text = typeof inputJson === 'string' ? inputJson : new TextDecoder().decode(inputJson);
  const input = JSON.parse(text) as ActionInput;
  return JSON.stringify(runAction(action, input, { asOf: new Date(asOf), timeZone }));
}
