import { isIP } from 'node:net';
import type { Request } from 'express';
import type { GatewayConfig } from '../config.js';

/**
 * Says under which origin people and agents reach the product: the configured one, else that of the request as far as it can be
 * believed. For documents, challenges and links; sessions have a rule of their own.
 */
export function publicOriginOf({ publicOrigin }: Pick<GatewayConfig, 'publicOrigin'>): (request: Request) => string {
  return (request) => publicOrigin ?? believedOrigin(request);
}

/** The same for the page where users approve agents, which may be reached by the name of the short-link host alone. */
export function approvalOriginOf({
  approvalOrigin,
}: Pick<GatewayConfig, 'approvalOrigin'>): (request: Request) => string {
  return (request) => approvalOrigin ?? believedOrigin(request);
}

/**
 * Whether the host that a request names, with or without a port, can be believed without a setting: `localhost`, or an address.
 * The owner of any other name can point it here (DNS rebinding).
 */
export function isBelievedHost(host: string): boolean {
  const hostname = hostnameOf(host);
  return hostname === 'localhost' || isIP(hostname) > 0;
}

/** Says whether a request names the host of the public origin, or where none is configured a host that can be believed. */
export function isOwnHostOf({ publicOrigin }: Pick<GatewayConfig, 'publicOrigin'>): (request: Request) => boolean {
  const own = publicOrigin === undefined ? undefined : new URL(publicOrigin).host;
  return ({ host }) => (own === undefined ? isBelievedHost(host ?? '') : host?.toLowerCase() === own);
}

/** Whether the host of a request is the loopback address, which is this machine for every sender. */
export function isThisMachine(host: string): boolean {
  const hostname = hostnameOf(host);
  return hostname === 'localhost' || hostname === '::1' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** The name or address alone; empty for what is no host. */
function hostnameOf(host: string): string {
  return (URL.parse(`http://${host}`)?.hostname ?? '').replace(/^\[|\]$/g, '');
}

/** The origin of the request's own host; of a host that is not believed nothing but the scheme counts. */
function believedOrigin({ protocol, host, socket }: Request): string {
  const scheme = protocol === 'https' ? 'https' : 'http';
  const named = isBelievedHost(host ?? '') ? host : `localhost:${socket.localPort}`;
  return new URL(`${scheme}://${named}`).origin;
}
