import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { clientAddressOf, fromTrustedProxy } from './client-address.js';

function request(peer: string, headers: IncomingMessage['headers'] = {}): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  return Object.assign(new IncomingMessage(socket), { headers });
}

const forwarded = (peer: string, hops: string): IncomingMessage => request(peer, { 'x-forwarded-for': hops });

test('without trusted proxies the client is the peer, for any forwarding headers, even on this machine', () => {
  const addressOf = clientAddressOf([]);

  expect(addressOf(forwarded('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  expect(addressOf(forwarded('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
});

test.each([
  ['the hop before the proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['nobody who is only claimed further left', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['the hop before several proxies', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
  ['the peer when it is no proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['the leftmost proxy when all are', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['the proxy when it says nothing', '10.0.0.1', '', '10.0.0.1'],
  ['the last proxy that names an address', '10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
  ['an IPv6 client', '2001:db8:1::1', '2001:db8:ffff::9', '2001:db8:ffff::9'],
  ['an IPv4 client behind an IPv4-mapped proxy', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
])('behind trusted proxies the client is %s', (_, peer, hops, client) => {
  const addressOf = clientAddressOf(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.1']);

  expect(addressOf(forwarded(peer, hops))).toBe(client);
});

test('an IPv4-mapped peer becomes its IPv4 address, and a peer without an address has none', () => {
  expect(clientAddressOf([])(request('::ffff:203.0.113.9'))).toBe('203.0.113.9');
  expect(clientAddressOf(['192.0.2.1'])(request('::ffff:203.0.113.9'))).toBe('203.0.113.9');
  expect(clientAddressOf([])(new IncomingMessage(new Socket()))).toBe('');
});

test('other forwarding headers are used only from a trusted peer', () => {
  const isTrusted = fromTrustedProxy(['10.0.0.0/8']);

  expect(isTrusted(request('10.1.2.3'))).toBe(true);
  expect(isTrusted(request('::ffff:10.1.2.3'))).toBe(true);
  expect(isTrusted(forwarded('203.0.113.9', '10.1.2.3'))).toBe(false);
  expect(fromTrustedProxy([])(request('127.0.0.1'))).toBe(false);
});
