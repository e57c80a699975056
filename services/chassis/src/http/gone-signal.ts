import type { ServerResponse } from 'node:http';

/** Aborted when the connection closes before the answer is whole: nobody waits for it any more. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const check = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) check();
  else response.once('close', check);
  return gone.signal;
}
