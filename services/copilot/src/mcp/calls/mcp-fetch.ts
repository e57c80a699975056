import { endAt } from '../../outbound/end-at.js';
import type { AuthHeader, McpTransport } from '../servers/mcp-server.js';

/** Maximum bytes of a server's responses in a session. */
const ANSWER_BYTES_MAX = 1_024 * 1_024;

/** A server to connect to. */
export interface McpTarget {
  readonly url: string;
  readonly transport: McpTransport;
  readonly header: AuthHeader | null;
}

/**
 * `fetch` for a session with one server. Sends the header only to the server's own origin. Keeps no stream open for unsolicited messages, other than
 * the one that SSE needs.
 */
export function createMcpFetch(
  send: typeof fetch,
  { url, transport, header }: McpTarget,
  ending: AbortSignal,
): typeof fetch {
  const { origin } = new URL(url);
  return async (input, init) => {
    const request = new Request(input, init);
    if (transport === 'http' && request.method === 'GET') return new Response(null, { status: 405 });
    if (new URL(request.url).origin !== origin) throw new Error('The server names another origin.');
    const headers = new Headers(request.headers);
    if (header) headers.set(header.name, header.value);
    const body = request.body === null ? null : await request.text();
    const signal = AbortSignal.any([request.signal, ending]);
    const response = await send(request.url, { method: request.method, headers, body, signal });
    return new Response(response.body?.pipeThrough(endAt(ANSWER_BYTES_MAX)) ?? null, response);
  };
}
