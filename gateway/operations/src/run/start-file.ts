import { type CallContext, runInCall } from '@svc/chassis/calls/call-context';
import type { ProducedFile } from '@svc/http-host/http/http-operation';

/**
 * Reads the first chunk of a streamed file, so that an early failure is an error response instead of a broken file. Each further chunk is produced in
 * the call returned by `nextCall`, so that a slow reader does not exceed a deadline.
 */
export async function startFile(
  nextCall: () => Promise<CallContext>,
  { pieces, ...file }: ProducedFile,
): Promise<ProducedFile> {
  const iterator = pieces[Symbol.asyncIterator]();
  const next = async () => runInCall(await nextCall(), () => iterator.next());
  const first = await next();
  const all = async function* () {
    try {
      for (let piece = first; piece.done !== true; piece = await next()) yield piece.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { ...file, pieces: all() };
}
