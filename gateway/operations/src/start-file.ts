import { runInCall, type CallContext } from '@svc/chassis/call-context';
import type { ProducedFile } from '@svc/chassis/http/http-operation';

/**
 * Reads the first piece of a file that is made piece by piece, so that what goes wrong until then is still an error and no
 * broken file, and answers all of it. Whoever reads on, and however slowly, each piece is made as part of the call that
 * `nextCall` answers for it.
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
