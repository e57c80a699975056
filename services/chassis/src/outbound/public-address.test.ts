import { expect, test } from '@jest/globals';
import { isPublicAddress } from './public-address.js';

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '99.255.255.255',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['unspecified', '0.0.0.0', '::'],
  ['loopback', '127.0.0.1', '::1'],
  ['private or unique-local', '10.1.2.3', 'fd00:ec2::254'],
  ['link-local', '169.254.169.254', 'fe80::1'],
  ['site-local', '192.168.1.1', 'fec0::1'],
  ['multicast', '239.1.1.1', 'ff02::1'],
  ['documentation', '203.0.113.9', '2001:db8::1'],
  ['newer documentation', '192.0.2.9', '3fff::1'],
  ['benchmarks', '198.19.255.255', '2001:2::1'],
  ['shared between providers and customers', '100.100.100.200', '2001:10::1'],
  ['reserved', '255.255.255.255', '4000::1'],
  ['the host below a virtual machine', '168.63.129.16', '100::1'],
])('%s is not public: %s, %s', (_meaning, ipv4, ipv6) => {
  expect(isPublicAddress(ipv4)).toBe(false);
  expect(isPublicAddress(ipv6)).toBe(false);
});

test.each([
  ['mapped', '::ffff:127.0.0.1'],
  ['compatible', '::7f00:1'],
  ['translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::'],
  ['mapped, of a public address', '::ffff:8.8.8.8'],
])('an address that embeds IPv4 is not public: %s %s', (_form, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['', 'example.com', '8.8.8', '0x8.8.8.8', '[2606:4700::1]', '8.8.8.8/8'])('%p is not an address', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
