import { currentCall } from '@svc/chassis/calls/call-context';
import { disconnectSignal } from '@svc/http-host/http/disconnect-signal';
import { openUpstream, type Upstream, type UpstreamLimits } from '@svc/http-host/http/upstream';
import { askUpstream, openUpstreamFile, type UpstreamRequest } from '@svc/http-host/http/upstream-request';
import { addressOf } from '@svc/image-routes/image-route';
import type { HttpContext, InternalHost } from '@svc/operations/run/operation-context';
import type { Request, Response } from 'express';
import { FORWARDED_BODIES, FORWARDED_FILES } from './proxied-routes.js';

/** Headers forwarded with a body. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'];

/** Headers of conditional and range requests. */
const FILE_HEADERS = ['if-none-match', 'if-range'];

/** Forwards parts of a request for an operation: its body, or a file for the response. */
export type Forward = Pick<HttpContext, 'forwardBody' | 'forwardFile'>;

/** Creates the forwarder for a request; `fields` replace the body if the request's own contains more. */
export type ForwardFor = (request: Request, response: Response, fields?: object) => Forward;

export interface ForwardLimits {
  readonly bodies: UpstreamLimits;
  readonly files: UpstreamLimits;
}

/** Forwards to the internal listeners of services (`host:port`), as the current caller, until the client disconnects. */
export function createForwarders(
  addresses: Readonly<Record<InternalHost, string>>,
  { bodies, files }: ForwardLimits = { bodies: FORWARDED_BODIES, files: FORWARDED_FILES },
): ForwardFor {
  const bodyWays = openWays(addresses, bodies);
  const fileWays = openWays(addresses, files);
  return (request, response, fields) => {
    const common = () => ({ clientAddress: request.ip ?? '', signal: disconnectSignal(response) });
    return {
      async forwardBody(route, input) {
        const call = currentCall();
        const { body, replayed } = await askUpstream(wayTo(bodyWays, route.service), {
          ...common(),
          method: route.http.method,
          path: addressOf(route, input),
          ...bodyOf(request, fields),
          idempotencyKey: call?.idempotencyKey,
        });
        if (call && replayed) call.replayed = true;
        return route.answer.parse(body);
      },
      forwardFile(route, input) {
        const headers = { ...pick(request, FILE_HEADERS), range: oneRange(request) };
        const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
        const sent = { ...common(), method, path: addressOf(route, input), headers };
        return openUpstreamFile(wayTo(fileWays, route.service), sent);
      },
    };
  };
}

function bodyOf(request: Request, fields: object | undefined): Pick<UpstreamRequest, 'headers' | 'body'> {
  if (!fields) return { headers: pick(request, BODY_HEADERS), body: request };
  const body = Buffer.from(JSON.stringify(fields));
  return { headers: { 'content-type': 'application/json', 'content-length': String(body.length) }, body };
}

function openWays(addresses: Readonly<Record<InternalHost, string>>, limits: UpstreamLimits): Map<string, Upstream> {
  return new Map(
    Object.entries(addresses).map(([service, address]) => [service, openUpstream(service, address, limits)]),
  );
}

function wayTo(ways: ReadonlyMap<string, Upstream>, service: InternalHost): Upstream {
  const way = ways.get(service);
  if (!way) throw new Error(`${service} has no address.`);
  return way;
}

function pick({ headers }: Request, names: readonly string[]): NonNullable<UpstreamRequest['headers']> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** Only single ranges: several would need a multipart response, so the whole file is sent instead, as RFC 9110 allows. */
function oneRange({ headers: { range } }: Request): string | undefined {
  return range !== undefined && /^bytes=\d*-\d*$/.test(range) ? range : undefined;
}
