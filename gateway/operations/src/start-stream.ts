import { runInCall, type CallContext } from '@svc/chassis/call-context';

/**
 * Reads the first piece of an output that is made piece by piece, so that what goes wrong until then is still an error and no
 * broken file, and answers all of it. Whoever reads on, and however slowly, each piece is made as part of the call that
 * `nextCall` answers for it.
 */
export async function startStream(
  nextCall: () => Promise<CallContext>,
  pieces: AsyncIterable<string>,
): Promise<AsyncIterable<string>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const next = async () => runInCall(await nextCall(), () => iterator.next());
  const first = await next();
  return (async function* () {
    try {
      for (let piece = first; piece.done !== true; piece = await next()) yield piece.value;
    } finally {
      await iterator.return?.();
    }
  })();
}
