import { type ServerResponse, validateHeaderValue } from 'node:http';
import { REDIRECT_HEADERS } from './host-headers.js';

/** Redirects the client to `target`, which must have passed `validateHeaderValue`; `now` in milliseconds since the epoch. */
export type SendRedirect = (response: ServerResponse, target: string, now: number) => void;

/**
 * Writes the response head itself: everything except the target is built once a second, because `writeHead` checks and joins all headers each time,
 * which takes 2 of a redirect's 15 microseconds. The head is assigned to the undocumented `_header`, in which the runtime keeps the head to send;
 * without that field, and for connections that close with the response, the slower `writeHead` is used. `commonHeaders` are those of every response
 * of this host, as a flat list of names and values; `keepAliveSeconds` is how long its connections stay open.
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

/** Throws when a value could not be sent, or would be parsed as more than one header. */
function joinHeaders(headers: readonly string[]): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
