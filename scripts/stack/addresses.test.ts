import { expect, test } from '@jest/globals';
import { describeAddresses } from './addresses.ts';

const LOCAL = { gatewayUrl: 'http://localhost:8080', shortenerUrl: 'http://localhost:8081' };

test('without public origins the addresses are those of this machine', () => {
  expect(describeAddresses(LOCAL, { APP_ORIGIN: '' })).toEqual([
    '  Dashboard    http://localhost:8080',
    '  API          http://localhost:8080/api',
    '  Short links  http://localhost:8081',
    '  Readiness    http://localhost:8080/api/readiness',
  ]);
});

test('with public origins the addresses are public, and those for a proxy are listed separately', () => {
  const environment = { APP_ORIGIN: 'https://deals.example.com', SHORT_LINK_DOMAIN: 'go.example.com' };

  expect(describeAddresses(LOCAL, environment)).toEqual([
    '  Dashboard    https://deals.example.com',
    '  API          https://deals.example.com/api',
    '  Short links  https://go.example.com',
    '  Readiness    https://deals.example.com/api/readiness',
    '  For a proxy  http://localhost:8080, and http://localhost:8081 for short links',
  ]);
});
