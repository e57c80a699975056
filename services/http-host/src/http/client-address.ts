import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { plainAddress } from '@svc/chassis/limits/client-network';

/** Determines the address of a request's client. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Determines the client of a public listener: the peer, or if that is a trusted proxy (addresses and networks in CIDR notation), the rightmost hop of
 * `X-Forwarded-For` that is not a trusted proxy. No proxy is trusted by default, not even on this machine. IPv4-mapped addresses become IPv4.
 * Replaces `proxy-addr`, which parses each address twice: that slows redirects when the peer is IPv6 or IPv4-mapped.
 */
export function clientAddressOf(trustedProxies: readonly string[]): AddressOf {
  const trusted = blockListOf(trustedProxies);
  if (!trusted) return (request) => plainAddress(request.socket.remoteAddress ?? '');
  return (request) => {
    const forwarded = headerOf(request, 'x-forwarded-for').split(',');
    let address = plainAddress(request.socket.remoteAddress ?? '');
    for (const hop of forwarded.toReversed()) {
      const next = plainAddress(hop.trim());
      if (!isTrusted(trusted, address) || isIP(next) === 0) return address;
      address = next;
    }
    return address;
  };
}

/** Whether the peer itself is a trusted proxy, so that its other headers are used too. */
export function fromTrustedProxy(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const trusted = blockListOf(trustedProxies);
  if (!trusted) return () => false;
  return (request) => isTrusted(trusted, plainAddress(request.socket.remoteAddress ?? ''));
}

function blockListOf(networks: readonly string[]): BlockList | undefined {
  if (networks.length === 0) return undefined;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return list;
}

function isTrusted(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : (value?.join(',') ?? '');
}
