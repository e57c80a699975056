import { expect } from '@jest/globals';
import { parseInput } from '@svc/chassis/schemas/parse-input';
import type { z } from 'zod';
import { type ActionDefaults, runAction } from '../actions/run-action.js';
import { EvidenceInput } from '../schemas/tool-input.js';
import { OUTPUTS } from '../schemas/tool-output.js';
import type { ActionName } from '../schemas/vocabulary.js';

export const AS_OF = '2026-05-20T10:00:00.000Z';
export const DEFAULTS: ActionDefaults = { asOf: new Date(AS_OF), timeZone: 'UTC' };

export type OutputOf<Name extends ActionName> = z.output<(typeof OUTPUTS)[Name]>;

/** Runs an action as the tool does: validates the input, round-trips it through JSON, and shapes the answer. Throws VALIDATION_ERROR. */
export function runTool<Name extends ActionName>(
  action: Name,
  fields: object = {},
  defaults: ActionDefaults = DEFAULTS,
): OutputOf<Name> {
  const { action: name, ...input } = parseInput(EvidenceInput, { action, ...fields });
  const sent = JSON.parse(JSON.stringify(input)) as typeof input;
  const answer = runAction(name, sent, defaults);
  const shown = OUTPUTS[action].parse(answer);

  expect(shown).toEqual(answer);
  expect(answer).toMatchObject({ readOnly: true, liveWrites: false, persistentViewLogWrites: false });
  return JSON.parse(JSON.stringify(shown)) as OutputOf<Name>;
}
