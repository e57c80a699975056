import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Statuses of Node's own responses, by error code. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node's private field for the response in progress. */
type AnsweredSocket = Duplex & { readonly _httpMessage?: ServerResponse | null };

/** Responds to requests that Node rejects before they reach the handler, as Node would, but with these headers. */
export function answerClientErrors(server: Server, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  server.on('clientError', (error: NodeJS.ErrnoException, socket: AnsweredSocket) => {
    // A second response in the middle of another one would look like a part of it.
    const isFree = !socket._httpMessage?.headersSent;
    if (!socket.writable || !isFree || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = STATUSES[error.code ?? ''] ?? 400;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`, () => socket.destroy());
  });
  server.on('checkExpectation', (_request, response) => refuse(response, 417, headers));
}

/** Refuses HTTP/1.1 requests without a `Host` header, with these headers. Needs `requireHostHeader: false`. */
export function withHost(handle: RequestListener, headers: Readonly<Record<string, string>>): RequestListener {
  return (request: IncomingMessage, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, 400, headers);
    else handle(request, response);
  };
}

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { ...headers, Connection: 'close', 'Content-Length': '0' }).end();
}
