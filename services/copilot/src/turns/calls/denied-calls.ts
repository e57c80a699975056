import { parseInput } from '@svc/chassis/schemas/parse-input';
import { hashInput } from '@svc/operations/approvals/hash-input';
import type { Tool } from '../../tools/tool-box.js';
import { type MessagePart, toolParts } from '../messages/message-parts.js';
import { CallFailure } from './judge-call.js';

/** Code of a call that the user denied. */
export const DENIED_BY_USER = 'DENIED_BY_USER';

/** Throws DENIED_BY_USER for a call that the user already denied in the turn, so that they are not asked twice. */
export function checkNotDenied(
  parts: readonly MessagePart[],
  { tool: { operation }, input }: { readonly tool: Tool; readonly input: object },
): void {
  const denied = toolParts(parts).filter(
    ({ state, toolName }) => state === 'output-denied' && toolName === operation.name,
  );
  if (denied.length === 0) return;
  const hash = hashInput(input);
  if (denied.some((part) => hashInput(parseInput(operation.input, part.input)).equals(hash))) {
    throw new CallFailure(
      DENIED_BY_USER,
      'The user has denied exactly this. Do not try it again; ask them what they want.',
    );
  }
}
