import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { Address, oneOrTwo, readEnvironment, splitAddress, StopGrace } from './config.js';

const Environment = z.object({
  SERVICE_SECRET: z.string(),
  IDENTITY_ADDRESS: Address,
  PG_POOL_MAX: z.coerce.number().int().min(1).default(5),
  STOP_GRACE_MS: StopGrace,
  LOG_LEVEL: z.enum(['info', 'debug']).default('info'),
});

test('every missing or invalid setting is named, with its expected format', () => {
  const environment = { IDENTITY_ADDRESS: 'here', PG_POOL_MAX: 'many', STOP_GRACE_MS: '5', LOG_LEVEL: 'loud' };

  expect(() => readEnvironment(Environment, environment)).toThrow(
    'The settings are invalid. SERVICE_SECRET: must be set; IDENTITY_ADDRESS: must be host:port; ' +
      'PG_POOL_MAX: must be a number; STOP_GRACE_MS: must be at least 1000; LOG_LEVEL: must be one of info, debug',
  );
});

test('an empty value counts as unset', () => {
  const environment = { SERVICE_SECRET: 's', IDENTITY_ADDRESS: 'identity:1', PG_POOL_MAX: '', LOG_LEVEL: '' };

  expect(readEnvironment(Environment, environment)).toMatchObject({ PG_POOL_MAX: 5, LOG_LEVEL: 'info' });
});

test.each([
  ['identity:50051', { host: 'identity', port: 50_051 }],
  ['127.0.0.1:1', { host: '127.0.0.1', port: 1 }],
  ['[::]:50051', { host: '::', port: 50_051 }],
  ['[fd00::1:2]:80', { host: 'fd00::1:2', port: 80 }],
])('%s is an address', (address, parts) => {
  expect(splitAddress(Address.parse(address))).toEqual(parts);
});

test.each(['identity', ':50051', '::1:50051', '[::1]', 'dns:///identity:50051', 'http://identity:1', 'a b:1'])(
  '%s is not an address',
  (address) => {
    expect(Address.safeParse(address).success).toBe(false);
  },
);

test('a secret has one or two values, each of them valid', () => {
  const Secret = oneOrTwo(z.string().min(3, 'too short'));

  expect(Secret.parse('old')).toEqual(['old']);
  expect(Secret.parse('new, old')).toEqual(['new', 'old']);
  expect(Secret.safeParse('new,ol').error?.issues).toMatchObject([{ message: 'too short' }]);
  expect(Secret.safeParse('old,').success).toBe(false);
  expect(Secret.safeParse('one,two,three').success).toBe(false);
});
