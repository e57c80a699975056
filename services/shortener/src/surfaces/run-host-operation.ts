import { AppError } from '@svc/chassis/errors/app-error';
import { parseInput } from '@svc/chassis/http/parse-input';
import { authRequired } from '../links/link-errors.js';
import type { HostCall } from './host-call.js';
import type { HostOperation } from './host-operation.js';
import type { HostParts } from './host-parts.js';

/**
 * The only way in, for every surface: checks who calls, then the shape of the input, then runs. Rejects with an AppError that says
 * what was wrong and what to do.
 */
export async function runHostOperation(
  operation: HostOperation,
  rawInput: Readonly<Record<string, unknown>>,
  call: HostCall,
  parts: HostParts,
): Promise<{ readonly output: unknown; readonly contentType: string | undefined }> {
  checkAccess(operation, call);
  const prepared = operation.prepare?.(rawInput, call) ?? rawInput;
  const input = parseInput(operation.input, prepared) as never;
  const result = await operation.run(input, call, parts);
  const contentType = operation.http.produces?.(input);
  return { output: contentType === undefined ? operation.output?.parse(result) : result, contentType };
}

/** Also before a body is read: nobody uploads an image only to learn that they may not. */
export function checkAccess({ access, scope }: HostOperation, { caller }: HostCall): void {
  if (access === 'public') return;
  if (access === 'user') {
    if (caller.kind === 'user') return;
    throw unauthorized('Sign in to the dashboard and call this through the main host.');
  }
  if (caller.kind === 'agent') {
    if (scope === undefined || caller.scopes.has(scope)) return;
    throw new AppError(
      'forbidden',
      'shortener_scope_not_authorized',
      `The token lacks the scope ${scope}. Ask your user for a token with it: start a new device authorization.`,
    );
  }
  if (access === 'agent') throw authRequired('This');
}

export function unauthorized(message: string): AppError {
  return new AppError('unauthenticated', 'unauthorized', message);
}
