import ipaddr from 'ipaddr.js';

/** A peer's address as people write it: IPv4 mapped into IPv6 becomes IPv4. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * The network of one household or company: the address itself for IPv4, mapped into IPv6 or not, and the /64 for IPv6. Returns anything else
 * unchanged.
 */
export function networkOf(address: string): string {
  const ipv6 = parseIpv6(address);
  if (!ipv6) return address;
  return ipv6.isIPv4MappedAddress() ? ipv6.toIPv4Address().toString() : prefixOf(ipv6, 4);
}

/**
 * The smallest network of a provider or larger company: the /24 for IPv4, mapped into IPv6 or not, and the /48 for IPv6. Returns anything else
 * unchanged.
 */
export function widerNetworkOf(address: string): string {
  const ipv6 = parseIpv6(address);
  if (ipv6 && !ipv6.isIPv4MappedAddress()) return prefixOf(ipv6, 3);
  const ipv4 = ipv6 ? ipv6.toIPv4Address().toString() : address;
  return ipaddr.IPv4.isValidFourPartDecimal(ipv4) ? ipv4.slice(0, ipv4.lastIndexOf('.')) : address;
}

function parseIpv6(address: string): ipaddr.IPv6 | undefined {
  return address.includes(':') && ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : undefined;
}

function prefixOf(ipv6: ipaddr.IPv6, parts: number): string {
  return ipv6.parts
    .slice(0, parts)
    .map((part) => part.toString(16))
    .join(':');
}
