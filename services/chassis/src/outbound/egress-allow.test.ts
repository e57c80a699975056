import { expect, test } from '@jest/globals';
import { EgressAllow } from './egress-allow.js';

test.each([
  ['', []],
  ['127.0.0.1:8080', ['127.0.0.1:8080']],
  [' Intranet.Example:443 , [::1]:80,', ['intranet.example:443', '[::1]:80']],
  ['0x7f.1:9000', ['127.0.0.1:9000']],
  ['pages.example.:80', ['pages.example:80']],
])('%j exempts %j', (text, targets) => {
  expect([...EgressAllow.parse(text)]).toEqual(targets);
});

test.each(['localhost', '127.0.0.1', 'http://a.example:80', 'a.example:0', 'a.example:70000', '*:80,:80', 'a b:1'])(
  '%j exempts nothing and is refused',
  (text) => {
    expect(EgressAllow.safeParse(text).success).toBe(false);
  },
);
