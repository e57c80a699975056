import { connectionLost, isApiError } from './api-error.js';
import { isOpen, locate, readError } from './call.js';
import { createEventReader } from './event-reader.js';
import { mayWrite } from './held-writes.js';
import { maintenanceEnds } from './maintenance.js';
import type { Input } from './operations.js';
import { waitForSignIn } from './session-state.js';
import type { StreamEnd, StreamName, StreamOptions, StreamPart } from './stream-parts.js';

const LAST = '[DONE]';

/**
 * Reads an operation's stream. Waits for a new sign-in and for the end of maintenance as `call` does, but not after a 429 or for an unreachable
 * product, and never retries, because the started work continues on the server. Throws ApiError before the first part.
 */
export async function readStream<Name extends StreamName>(
  name: Name,
  input: Input<Name>,
  { onPart, signal }: StreamOptions,
): Promise<StreamEnd> {
  await mayWrite();
  for (;;) {
    const sentAt = performance.now();
    try {
      const response = await open(name, input, signal);
      return response.body === null || response.status === 204 ? 'none' : await readParts(response.body, onPart);
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'UNAUTHENTICATED') await waitForSignIn(sentAt);
      else if (error.code === 'MAINTENANCE') await maintenanceEnds(isOpen);
      else throw error;
    }
  }
}

async function open(name: StreamName, input: object, signal: AbortSignal | undefined): Promise<Response> {
  const { method, url, body } = locate(name, input);
  const headers = new Headers({ Accept: 'text/event-stream' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, signal: signal ?? null });
    if (!response.ok) throw readError(response, await response.text());
    return response;
  } catch (error) {
    if (isApiError(error) || signal?.aborted) throw error;
    throw connectionLost(error);
  }
}

async function readParts(body: ReadableStream<Uint8Array>, onPart: (part: StreamPart) => void): Promise<StreamEnd> {
  const readEvents = createEventReader();
  const reader = body.getReader();
  for (;;) {
    // A broken connection is treated like any other early end.
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (!value) return 'cut';
    for (const event of readEvents(value)) {
      if (event === LAST) {
        void reader.cancel().catch(() => undefined);
        return 'whole';
      }
      const part = readPart(event);
      if (part) onPart(part);
    }
  }
}

/** Undefined for malformed parts. */
function readPart(event: string): StreamPart | undefined {
  try {
    const part: unknown = JSON.parse(event);
    return isPart(part) ? part : undefined;
  } catch {
    return undefined;
  }
}

function isPart(value: unknown): value is StreamPart {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
