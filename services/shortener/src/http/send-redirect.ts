import { validateHeaderValue, type ServerResponse } from 'node:http';
import { REDIRECT_HEADERS } from './host-headers.js';

/** Redirects the client to `target`, which `validateHeaderValue` has passed; `now` in milliseconds since the epoch. */
export type SendRedirect = (response: ServerResponse, target: string, now: number) => void;

/**
 * Writes the head of the answer itself: everything but the target is put together once a second. `writeHead` checks and joins all
 * headers each time, which is 2 of the 15 microseconds that a redirect takes. The head goes where the runtime keeps the one that it
 * is about to send, in `_header`, which is not documented: without it, and for connections that end with the answer, `writeHead`
 * does the same in its own time. `commonHeaders` are those of every answer of this host, as name after value; `keepAliveSeconds` is for how
 * long its connections are kept open.
 */
export function createRedirectSender(commonHeaders: readonly string[], keepAliveSeconds: number): SendRedirect {
  const headers = [...REDIRECT_HEADERS, ...commonHeaders];
  const lines = joinHeaders(headers);
  let second = NaN;
  let rest = '';

  return (response, target, now) => {
    if (response.shouldKeepAlive && '_header' in response) {
      const thisSecond = Math.floor(now / 1_000);
      if (thisSecond !== second) {
        second = thisSecond;
        rest = `\r\n${lines}Date: ${new Date(now).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
      }
      response.statusCode = 302;
      response._header = `HTTP/1.1 302 Found\r\nLocation: ${target}${rest}`;
    } else {
      response.writeHead(302, ['Location', target, ...headers]);
    }
    response.end();
  };
}

/** Throws when a value could not be sent, or would be taken for more than one header. */
function joinHeaders(headers: readonly string[]): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
