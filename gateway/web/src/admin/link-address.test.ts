import { expect, test } from '@jest/globals';
import { readLinkAddress } from './link-address.js';

test.each([
  'https://go.example.com/spring-Sale',
  '  go.example.com/spring-Sale?utm=1#x ',
  'http://localhost:5002/spring-Sale/raw',
  'https://app.example.com/r/spring-Sale',
  'https://app.example.com/r/spring-Sale/raw',
  'spring-Sale',
])('%s is a short link', (pasted) => {
  expect(readLinkAddress(pasted)).toEqual({ kind: 'short_link', shortId: 'spring-Sale' });
});

test.each(['https://app.example.com/s/ab-C_1', 'app.example.com/s/ab-C_1/'])('%s is a shared record', (pasted) => {
  expect(readLinkAddress(pasted)).toEqual({ kind: 'share', token: 'ab-C_1' });
});

test.each(['', 'https://go.example.com/', 'https://app.example.com/s/', 'a b', 'https://go.example.com/%20%20%20'])(
  '"%s" is neither',
  (pasted) => {
    expect(readLinkAddress(pasted)).toBeUndefined();
  },
);
