/** A request with the parameters of `fetch`. */
interface FileRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Blob;
  readonly signal: AbortSignal | null;
}

/** Sends a file and reports the sent share, from 0 to 1, which `fetch` cannot. */
export function sendFile(
  url: string,
  { method, headers, body, signal }: FileRequest,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError("Couldn't upload the file.")));
    request.addEventListener('abort', () => reject(new DOMException('Upload cancelled', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  const retryAfter = request.getResponseHeader('Retry-After');
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return new Response(request.responseText || null, { status: request.status, headers });
}
