import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What Node would answer by itself, by the code of the error. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node keeps the answer under way here, and reads it for its own answers to such errors; it is empty once the answer has ended. */
type AnsweredSocket = Duplex & { readonly _httpMessage?: ServerResponse | null };

/**
 * Answers, with these headers, what never reaches the handler because it is no HTTP, comes too slowly or expects what there is not.
 * Node itself would answer the same without them.
 */
export function answerUnparsed(server: Server, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  server.on('clientError', (error: NodeJS.ErrnoException, socket: AnsweredSocket) => {
    // A second answer in the middle of one that has begun would be taken for a part of it.
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

/** Lets only those requests through that name their host, as HTTP/1.1 wants it; `requireHostHeader` has to be off. */
export function withHost(handle: RequestListener, headers: Readonly<Record<string, string>>): RequestListener {
  return (request: IncomingMessage, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, 400, headers);
    else handle(request, response);
  };
}

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { ...headers, Connection: 'close', 'Content-Length': '0' }).end();
}
