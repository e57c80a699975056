import { expect, test } from '@jest/globals';
import { ConfigError } from '@svc/chassis/process/config';
import { FreePool } from '@svc/topology/free-pool';
import { listPoolModels } from './pool-models.js';

test('a lane that names a missing key is a configuration error', () => {
  const lane = { id: 'hosted', baseUrl: 'https://models.example.com/v1', models: [{ id: 'a', contextTokens: 8_192 }] };
  const pool = FreePool.parse(JSON.stringify([{ ...lane, key: 'constructor' }]));

  expect(() => listPoolModels(pool, { main: 'sk-1' })).toThrow(ConfigError);
});
