import { expect, test } from '@jest/globals';
import { readObjectStoreOptions } from './environment.js';

const S3 = { S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret' };

function read(environment: Readonly<Record<string, string>>): unknown {
  return readObjectStoreOptions({ S3_BUCKET: 'dealbridge', S3_REGION: 'us-east-1', ...environment }, 'photos');
}

test('objects are kept in S3 when it has an address, regardless of DATA_DIR', () => {
  expect(read({ ...S3, DATA_DIR: '/data' })).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.com',
    accessKey: 'access',
    secretKey: 'secret',
    bucket: 'dealbridge-photos',
    region: 'us-east-1',
  });
});

test('objects are kept in a folder of DATA_DIR otherwise', () => {
  expect(read({ DATA_DIR: '/data' })).toEqual({ kind: 'folder', folder: '/data/objects/photos' });
});

test.each([
  [{}, 'DATA_DIR'],
  [{ S3_ENDPOINT: S3.S3_ENDPOINT, S3_ACCESS_KEY: S3.S3_ACCESS_KEY }, 'S3_SECRET_KEY'],
])('an invalid environment is refused with the name of the problem: %o', (environment, name) => {
  expect(() => read(environment)).toThrow(name);
});
