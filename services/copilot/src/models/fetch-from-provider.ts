/** Bytes of a body that is no stream: an error, or a mistake. */
const BODY_BYTES_MAX = 64 * 1_024;

/**
 * `fetch` for providers: follows no redirect, which would carry key and messages to another host, and turns an answer of 200 that is JSON
 * and holds an error into one with the error's status. Some providers answer so what went wrong behind them.
 */
export const fetchFromProvider: typeof fetch = async (target, init) => {
  const response = await fetch(target, { ...init, redirect: 'error' });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.includes('json')) return response;
  const text = await readAtMost(response, BODY_BYTES_MAX);
  return new Response(text, { status: statusIn(text), headers: { 'content-type': 'application/json' } });
};

/** The status that an error in a body has; 502 for anything else, as no stream came. */
function statusIn(text: string): number {
  const status = /"code"\s*:\s*"?(\d{3})\b/.exec(text)?.[1];
  const code = Number(status ?? 502);
  return code >= 400 && code <= 599 ? code : 502;
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
