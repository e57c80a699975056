import { runInCall, type CallContext } from '@svc/chassis/calls/call-context';
import type { ProducedFile } from '@svc/http-host/http/http-operation';

/**
 * Reads the first piece of a file that is made piece by piece, so that a failure until then is an error response rather than a broken file.
 * Returns the whole file. Each further piece is made as part of the call that `nextCall` returns for it, however slowly it is read.
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
