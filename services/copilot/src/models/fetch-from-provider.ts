import { NO_STREAM_HEADER } from './provider-answer.js';

/** Bytes of a body that is no stream: an error, or a mistake. */
const BODY_BYTES_MAX = 64 * 1_024;
/** Of a success that is no stream. */
const NO_STREAM_STATUS = 502;

/**
 * `fetch` for providers: follows no redirect, which would carry key and messages to another host, and turns an answer of 200 that is JSON
 * into an error: one with the status of the error in it, as some providers answer so what went wrong behind them. Reads no more of an
 * error than is looked at.
 */
export const fetchFromProvider: typeof fetch = async (target, init) => {
  const response = await fetch(target, { ...init, redirect: 'error' });
  const type = response.headers.get('content-type') ?? '';
  if (response.status < 400 && !type.includes('json')) return response;
  const text = await readAtMost(response, BODY_BYTES_MAX);
  const headers = new Headers(response.headers);
  // Of the body as it came, which is decoded and perhaps cut by now.
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  if (!response.ok) return new Response(text, { status: response.status, headers });
  const status = statusIn(text);
  if (status === undefined) headers.set(NO_STREAM_HEADER, '1');
  return new Response(text, { status: status ?? NO_STREAM_STATUS, headers });
};

/** The status that an error in a body has. */
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
