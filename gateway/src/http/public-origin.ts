import { isIP } from 'node:net';
import type { Request } from 'express';
import type { GatewayConfig } from '../config.js';

/**
 * Finds the origin under which users and agents reach the product: the configured one, else the request's own, if trustworthy. Used for documents,
 * challenges and links; sessions have their own rule.
 */
export function publicOriginOf({ publicOrigin }: Pick<GatewayConfig, 'publicOrigin'>): (request: Request) => string {
  return (request) => publicOrigin ?? believedOrigin(request);
}

/** Finds the origin of the page where users approve agents, which may be reachable only under the short-link host's name. */
export function approvalOriginOf({
  approvalOrigin,
}: Pick<GatewayConfig, 'approvalOrigin'>): (request: Request) => string {
  return (request) => approvalOrigin ?? believedOrigin(request);
}

/**
 * Whether the host of a request, with or without a port, is trustworthy without a setting: `localhost`, or an address. The owner of any other name
 * can point it here (DNS rebinding).
 */
export function isBelievedHost(host: string): boolean {
  const hostname = hostnameOf(host);
  return hostname === 'localhost' || isIP(hostname) > 0;
}

/** Whether a request names the host of the public origin or, without one, a trustworthy host. */
export function isOwnHostOf({ publicOrigin }: Pick<GatewayConfig, 'publicOrigin'>): (request: Request) => boolean {
  const own = publicOrigin === undefined ? undefined : new URL(publicOrigin).host;
  return ({ host }) => (own === undefined ? isBelievedHost(host ?? '') : host?.toLowerCase() === own);
}

/** Whether the request's host is the loopback address, which means the sender's own machine. */
export function isThisMachine(host: string): boolean {
  const hostname = hostnameOf(host);
  return hostname === 'localhost' || hostname === '::1' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** The host without its port; empty for an invalid host. */
function hostnameOf(host: string): string {
  return (URL.parse(`http://${host}`)?.hostname ?? '').replace(/^\[|\]$/g, '');
}

/** The origin of the request's own host; for an untrusted host only its scheme counts. */
function believedOrigin({ protocol, host, socket }: Request): string {
  const scheme = protocol === 'https' ? 'https' : 'http';
  const named = isBelievedHost(host ?? '') ? host : `localhost:${socket.localPort}`;
  return new URL(`${scheme}://${named}`).origin;
}
