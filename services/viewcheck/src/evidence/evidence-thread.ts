import { runAction } from '@svc/evidence/actions/run-action';
import type { ActionInput } from '@svc/evidence/schemas/tool-input';
import type { ActionName } from '@svc/evidence/schemas/vocabulary';

/** An action on an input that the schemas of the tool have checked. */
export interface EvidenceJob {
  readonly action: ActionName;
  readonly inputJson: string | Uint8Array;
  /** Defaults where the input names neither. */
  readonly asOf: string;
  readonly timeZone: string;
}

/**
 * Runs a job and answers the JSON of its result; what the threads run, which find it by its name.
 *
 * @public
 */
export function runEvidenceJob({ action, inputJson, asOf, timeZone }: EvidenceJob): string {
  const text = typeof inputJson === 'string' ? inputJson : new TextDecoder().decode(inputJson);
  const input = JSON.parse(text) as ActionInput;
  return JSON.stringify(runAction(action, input, { asOf: new Date(asOf), timeZone }));
}
