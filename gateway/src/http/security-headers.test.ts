import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

const policiesOf = ({ headers }: Response) => [
  headers.get('cross-origin-opener-policy'),
  headers.get('cross-origin-resource-policy'),
];

test.each(['/welcome', '/api/public/config', '/approvals', '/login', '/nothing', '/api/nothing'])(
  '%s is isolated from other sites and may use no browser feature but the clipboard',
  async (path) => {
    const response = await gateway.fetch(path);

    expect(policiesOf(response)).toEqual(['same-origin', 'same-origin']);
    const allowed = (response.headers.get('permissions-policy') ?? '')
      .split(', ')
      .filter((one) => !one.endsWith('=()'));
    expect(allowed).toEqual(['clipboard-write=(self)']);
  },
);

test('a document that any page may read may be embedded by any', async () => {
  expect(policiesOf(await gateway.fetch('/openapi.json'))).toEqual(['same-origin', 'cross-origin']);
});

test("a service's response keeps the isolation headers of the service", async () => {
  expect(policiesOf(await gateway.fetch('/r/abc1234'))).toEqual([null, null]);
});
