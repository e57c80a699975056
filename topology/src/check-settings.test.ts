import { expect, test } from '@jest/globals';
import { findWrongSettings } from './check-settings.js';

const check = (environment: Record<string, string>) => findWrongSettings(environment, new Set(['SERVICE_SECRET']));

const MODEL = { id: 'a', contextTokens: 8_192 };
const pool = (lane: object) =>
  JSON.stringify([{ id: 'hosted', baseUrl: 'https://models.example.com/v1', models: [MODEL], ...lane }]);

test.each<[Record<string, string>, string]>([
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be fatal, error, warn, info or debug, not "verbose".'],
  [{ PG_POOL_MAX: 'many' }, 'PG_POOL_MAX must be a whole number from 1 to 100, not "many".'],
  [
    { TRUSTED_PROXIES: '10.0.0.0/99' },
    'TRUSTED_PROXIES must be addresses, or networks such as 10.0.0.0/8, separated by commas, not "10.0.0.0/99".',
  ],
  [{ APP_ORIGIN: 'app.example' }, 'APP_ORIGIN must begin with http:// or https://, not "app.example".'],
  [{ APP_ORIGIN: 'https://app.example/x' }, 'APP_ORIGIN must end after host and port, not "https://app.example/x".'],
  [{ API_JSON_BODY_LIMIT: '64' }, 'API_JSON_BODY_LIMIT must be 1000 bytes or more; 64mb is 64 megabytes, not "64".'],
  [{ COUNTRY_HEADER: 'bad header' }, 'COUNTRY_HEADER must be the name of a header, not "bad header".'],
  [{ SMTP_FROM: 'xx' }, 'SMTP_FROM must be like Name <mail@example.com>, not "xx".'],
  [{ CAPTURE_NO_SANDBOX: 'perhaps' }, 'CAPTURE_NO_SANDBOX must be true or false, not "perhaps".'],
  [{ DATABASE_URL: 'mysql://u:secret@h/db' }, 'DATABASE_URL must be like postgres://user:password@host:5432/database.'],
  [
    { DATABASE_URL: 'postgres://u:secret@h:5432' },
    'DATABASE_URL must be like postgres://user:password@host:5432/database.',
  ],
  [{ REDIS_URL: 'localhost' }, 'REDIS_URL must be like redis://:password@host:6379.'],
  [{ COPILOT_FREE_POOL_JSON: 'models' }, 'COPILOT_FREE_POOL_JSON must be JSON, not "models".'],
  [{ COPILOT_FREE_POOL_JSON: pool({ models: [] }) }, 'COPILOT_FREE_POOL_JSON.0.models must have at least 1.'],
  [
    { COPILOT_FREE_POOL_JSON: pool({ models: [{ ...MODEL, weight: 99 }] }) },
    'COPILOT_FREE_POOL_JSON.0.models.0.weight must be at most 20.',
  ],
  [
    { COPILOT_FREE_POOL_JSON: pool({ models: [{ id: 'a' }] }) },
    'COPILOT_FREE_POOL_JSON.0.models.0.contextTokens must be set.',
  ],
  [{ COPILOT_POOL_KEYS_JSON: '{"sk-live-0123_":"main"}' }, 'COPILOT_POOL_KEYS_JSON has an invalid key.'],
  [
    { COPILOT_FREE_POOL_JSON: pool({ key: 'main' }), COPILOT_POOL_KEYS_JSON: '{"other":"sk-1"}' },
    'COPILOT_FREE_POOL_JSON: lane hosted names a key that COPILOT_POOL_KEYS_JSON lacks.',
  ],
  [
    { SCREENSHOT_MAX_IMAGE_BYTES: '100mb' },
    'SCREENSHOT_MAX_IMAGE_BYTES must not be above API_JSON_BODY_LIMIT, which bounds the requests that images come in.',
  ],
  [
    { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' },
    'S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY go together, and S3_ENDPOINT is missing.',
  ],
  [{ ADMIN_EMAIL: 'me@example.test' }, 'Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.'],
])('%j is reported in one sentence, without any secret', (environment, sentence) => {
  expect(check(environment)).toEqual([sentence]);
});

test('empty settings are unset, plausible ones pass, and generated ones are not checked', () => {
  const environment = {
    LOG_LEVEL: '',
    REDIS_URL: '',
    ADMIN_EMAIL: '',
    APP_ORIGIN: 'https://app.example/',
    TRUSTED_PROXIES: ' 10.0.0.0/8, ::1',
    SMTP_FROM: 'Dealbridge <mail@example.com>',
    SCREENSHOT_MAX_IMAGE_BYTES: '100mb',
    API_JSON_BODY_LIMIT: '200mb',
    SERVICE_SECRET: 'short',
    COPILOT_FREE_POOL_JSON: pool({ key: 'main' }),
    COPILOT_POOL_KEYS_JSON: '{"main":"sk-1"}',
    UNKNOWN: '1',
  };

  expect(check(environment)).toEqual([]);
});

test('every invalid setting is reported once', () => {
  expect(check({ LOG_LEVEL: 'x', AUTH_REUSE_MS: '-1' })).toHaveLength(2);
});
