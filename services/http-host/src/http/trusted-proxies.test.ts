import { expect, test } from '@jest/globals';
import { TrustedProxies } from './trusted-proxies.js';

test('addresses and networks are parsed, separated by commas', () => {
  expect(TrustedProxies.parse(' 10.0.0.0/8, 192.0.2.1,,fd00::/8 ')).toEqual(['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);
  expect(TrustedProxies.parse('')).toEqual([]);
});

test.each(['proxy', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '0.0.0.0/0', '::/0', '10.0.0.1/8/8'])(
  '%s is refused, with the expected format',
  (text) => {
    const { error } = TrustedProxies.safeParse(text);

    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must be addresses, or networks such as 10.0.0.0/8, separated by commas',
    ]);
  },
);
