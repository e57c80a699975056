import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

const textOf = async (path: string): Promise<string> => (await gateway.fetch(path)).text();

test('names of scopes, routes and operations break after their marks', async () => {
  const [guide, surface] = [await textOf('/docs/agents'), await textOf('/docs/backend/api-surface')];

  expect(guide).toContain('<code>svc.<wbr>write.<wbr>low_<wbr>risk</code>');
  expect(guide).toContain('/<wbr>.well-<wbr>known/<wbr>oauth-<wbr>authorization-<wbr>server</code>');
  expect(surface).toContain('<code>PATCH /<wbr>api/<wbr>deals/<wbr>{dealId}</code>');
  expect(surface).toContain('<code>deals.<wbr>update</code>, tier 2, svc.<wbr>write.<wbr>sensitive');
  for (const [block] of guide.matchAll(/<pre>.*?<\/pre>/gs)) expect(block).not.toContain('<wbr>');
});

test('only the guide runs a script: the one that adds copy buttons, which its policy names', async () => {
  const response = await gateway.fetch('/docs/agents');
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(await response.text()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');

  expect(script).toContain('clipboard');
  expect(response.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`);
  expect(await textOf('/docs/backend/api-surface')).not.toContain('<script');
});
