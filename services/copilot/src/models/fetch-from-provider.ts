import { gatheredBody } from './gathered-body.js';
import { NO_STREAM_HEADER } from './provider-answer.js';

/** Maximum bytes of an error body. */
const BODY_BYTES_MAX = 64 * 1_024;
/** Maximum bytes of a success that is not a stream. */
const NO_STREAM_STATUS = 502;
/** Maximum bytes of a stream: many times the longest answer, so that no server can fill the memory. */
const STREAM_BYTES_MAX = 8 * 1_024 * 1_024;

/**
 * `fetch` for providers. Follows no redirect, which would carry key and messages to another host, and turns a 200 with JSON into an error with the
 * status it contains, because some providers report upstream errors this way. Limits the size of bodies.
 */
export function createProviderFetch(send: typeof fetch): typeof fetch {
  return async (target, init) => {
    const response = await send(target, { ...init, redirect: 'error' });
    const { body } = response;
    const type = response.headers.get('content-type') ?? '';
    if (response.status < 400 && !type.includes('json'))
      return new Response(body && gatheredBody(body, STREAM_BYTES_MAX), response);
    const text = await readAtMost(response, BODY_BYTES_MAX);
    const headers = new Headers(response.headers);
    // These headers describe the original body, which has been decoded and may have been cut.
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    if (!response.ok) return new Response(text, { status: response.status, headers });
    const status = statusIn(text);
    if (status === undefined) headers.set(NO_STREAM_HEADER, '1');
    return new Response(text, { status: status ?? NO_STREAM_STATUS, headers });
  };
}

/** For the operator's own addresses. */
export const fetchFromProvider = createProviderFetch((...request) => fetch(...request));

/** The status inside an error body. */
function statusIn(text: string): number | undefined {
  const status = Number(/"code"\s*:\s*"?(\d{3})\b/.exec(text)?.[1]);
  return status >= 400 && status <= 599 ? status : undefined;
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
