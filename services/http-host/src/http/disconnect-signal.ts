import type { ServerResponse } from 'node:http';

/** Aborts when the client disconnects before the response is complete. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  const check = (): void => {
    if (!response.writableFinished) disconnected.abort();
  };
  if (response.closed) check();
  else response.once('close', check);
  return disconnected.signal;
}
