import { expect, test } from '@jest/globals';
import { readObjectStoreOptions } from '@svc/objects/store/environment';
import { readSettings } from '@svc/topology/environment';
import { readConfig } from './config.js';

const ENVIRONMENT = {
  GRPC_ADDRESS: '127.0.0.1:1',
  DATABASE_URL: 'postgres://user@localhost/db',
  IDENTITY_ADDRESS: '127.0.0.1:2',
  DEAL_ADDRESS: '127.0.0.1:3',
  SHORTENER_ADDRESS: '127.0.0.1:4',
  SHORTENER_HTTP_ADDRESS: '127.0.0.1:5',
  SCREENSHOT_HTTP_ADDRESS: '127.0.0.1:6',
  SERVICE_SECRET: 'x'.repeat(43),
  APP_ORIGIN: 'https://app.example',
  SHORTENER_ORIGIN: 'https://go.example',
  DATA_DIR: '/nowhere',
};

const MB = 1_048_576;

/** Configuration derived from an environment. */
function read(environment: Readonly<Record<string, string | undefined>>) {
  const settings = readSettings('screenshot', environment);
  return { ...readConfig(settings), objects: readObjectStoreOptions(settings, 'screenshot') };
}

test('allows images of 40 MB and bodies of 64 MB by default, for agents too', () => {
  const { images, agentImageBytesMax, objects, ownHosts } = read(ENVIRONMENT);

  expect(images).toEqual({ bodyBytesMax: 64 * MB, imageBytesMax: 40 * MB });
  expect(agentImageBytesMax).toBe(40 * MB);
  expect(objects).toEqual({ kind: 'folder', folder: '/nowhere/objects/screenshot' });
  expect(ownHosts).toEqual(new Set(['app.example', 'go.example']));
});

test.each([
  ['100', '50', 50],
  ['100', '500', 100],
])('with images of %s bytes and agent images of %s, lets agents send %s', (image, ofAgent, bytes) => {
  const sizes = { SCREENSHOT_MAX_IMAGE_BYTES: image, SVC_AGENT_MAX_IMAGE_BYTES: ofAgent };

  expect(read({ ...ENVIRONMENT, ...sizes }).agentImageBytesMax).toBe(bytes);
});

test.each([
  ['SCREENSHOT_MAX_IMAGE_BYTES', 'large'],
  ['SCREENSHOT_MAX_IMAGE_BYTES', '-1'],
  ['SVC_AGENT_MAX_IMAGE_BYTES', '0'],
  ['API_JSON_BODY_LIMIT', '1 football field'],
  ['SCREENSHOT_HTTP_ADDRESS', 'nowhere'],
  ['SHORTENER_HTTP_ADDRESS', 'nowhere'],
  ['APP_ORIGIN', 'app.example'],
  ['APP_ORIGIN', undefined],
  ['SERVICE_SECRET', 'short'],
  ['SHORTENER_ORIGIN', undefined],
  ['DATA_DIR', undefined],
  ['S3_SECRET_KEY', undefined],
  ['PG_POOL_MAX', 'many'],
])('refuses to start when %s is %p, and names it', (name, value) => {
  const s3 = name === 'S3_SECRET_KEY' ? { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_ACCESS_KEY: 'a' } : {};

  expect(() => read({ ...ENVIRONMENT, ...s3, [name]: value })).toThrow(name);
});
