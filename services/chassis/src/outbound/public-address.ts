import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv4 ranges outside the public internet, by IANA's special-purpose registry (RFC 6890 and its successors). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with most metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '168.63.129.16/32', // the host of an Azure machine, reachable only from inside
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** All allocated unicast IPv6; everything else (loopback, mapped, NAT64, local, multicast, …) is special. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special ranges within `GLOBAL_IPV6`. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: embeds any IPv4 address
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Whether a stranger's target may have this address in its canonical text (IPv6 without brackets): global unicast only. Refuses IPv6 addresses that
 * embed an IPv4 address, and anything that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) {
    const ipv4 = ipaddr.IPv4.parse(address);
    return !SPECIAL_IPV4.some((range) => ipv4.match(range));
  }
  if (version === 6) {
    const ipv6 = ipaddr.IPv6.parse(address);
    return ipv6.match(GLOBAL_IPV6) && !SPECIAL_IPV6.some((range) => ipv6.match(range));
  }
  return false;
}
