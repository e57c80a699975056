import { expect, test } from '@jest/globals';
import { DAY_SECONDS } from '@svc/chassis/time/durations';
import { readSettings } from '@svc/topology/environment';
import { readConfig } from './config.js';

const ENVIRONMENT = {
  GRPC_ADDRESS: '127.0.0.1:1',
  DATABASE_URL: 'postgres://user@localhost/db',
  DEAL_ADDRESS: '127.0.0.1:2',
  VIEWCHECK_ADDRESS: '127.0.0.1:3',
  SHORTENER_ADDRESS: '127.0.0.1:4',
  SCREENSHOT_ADDRESS: '127.0.0.1:5',
  COPILOT_ADDRESS: '127.0.0.1:6',
  SERVICE_SECRETS: '{}',
  SIGNING_KEY_SECRET: 'x'.repeat(43),
};

const COPILOT = 'COPILOT_FREE_DAILY_LIMIT';

test.each([
  ['', undefined],
  ['0', 0],
  ['4', 4],
  ['1000000', 1_000_000],
])("with %j for the copilot's daily limit it is %s", (setting, limit) => {
  expect(readSettings('identity', { ...ENVIRONMENT, [COPILOT]: setting })[COPILOT]).toBe(limit);
});

test.each(['abc', '-1', '1.5', '1000001', 'unlimited', 'NaN'])(
  "with %j for the copilot's daily limit it fails to start",
  (setting) => {
    expect(() => readSettings('identity', { ...ENVIRONMENT, [COPILOT]: setting })).toThrow(
      `${COPILOT}: must be a whole number from 0 to 1000000`,
    );
  },
);

test("an agent's token is valid for thirty days, or as long as configured, but at most a year", () => {
  const lifetime = (ttlMs: string) =>
    readConfig(readSettings('identity', { ...ENVIRONMENT, SVC_AGENT_TOKEN_TTL_MS: ttlMs })).agentTokenLifetimeSeconds;

  expect(lifetime('')).toBe(30 * DAY_SECONDS);
  expect(lifetime('3600000')).toBe(3_600);
  expect(lifetime(String(1_000 * DAY_SECONDS * 1_000))).toBe(365 * DAY_SECONDS);
});

test.each(['a month', '0', '-1', '999', '1000.5', 'Infinity', '30d'])(
  'with %j for that lifetime it fails to start',
  (ttlMs) => {
    expect(() => readConfig(readSettings('identity', { ...ENVIRONMENT, SVC_AGENT_TOKEN_TTL_MS: ttlMs }))).toThrow(
      'SVC_AGENT_TOKEN_TTL_MS',
    );
  },
);
