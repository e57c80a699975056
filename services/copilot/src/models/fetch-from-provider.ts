/** Bytes of a body that is no stream: an error, or a mistake. */
const BODY_BYTES_MAX = 64 * 1_024;
/** Bytes of a stream: many times those of the longest answer, so that no server can fill the memory. */
const STREAM_BYTES_MAX = 8 * 1_024 * 1_024;

/**
 * `fetch` for providers: follows no redirect, which would carry key and messages to another host, reads no more than an answer can have, and
 * turns an answer of 200 that is JSON and holds an error into one with the error's status. Some providers answer so what went wrong
 * behind them.
 */
export function createProviderFetch(send: typeof fetch): typeof fetch {
  return async (target, init) => {
    const response = await send(target, { ...init, redirect: 'error' });
    const { ok, headers, body } = response;
    const isJson = (headers.get('content-type') ?? '').includes('json');
    if (ok && !isJson) return new Response(body?.pipeThrough(endAt(STREAM_BYTES_MAX)) ?? null, response);
    const text = await readAtMost(response, BODY_BYTES_MAX);
    return new Response(text, { status: ok ? statusIn(text) : response.status, headers });
  };
}

/** For the operator's own addresses. */
export const fetchFromProvider = createProviderFetch((...request) => fetch(...request));

/** The status that an error in a body has; 502 for anything else, as no stream came. */
function statusIn(text: string): number {
  const status = /"code"\s*:\s*"?(\d{3})\b/.exec(text)?.[1];
  const code = Number(status ?? 502);
  return code >= 400 && code <= 599 ? code : 502;
}

function endAt(bytesMax: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new Error('The answer is longer than any that can be used.'));
      else controller.enqueue(chunk);
    },
  });
}

async function readAtMost(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > bytesMax) break;
  }
  return text;
}
