import ipaddr from 'ipaddr.js';

/**
 * What one household or company has: the address itself for IPv4, mapped into IPv6 or not, and the /64 for IPv6. What is no address
 * comes back as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const ipv6 = ipaddr.IPv6.parse(address);
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString();
  return ipv6.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
