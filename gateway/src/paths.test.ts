import { expect, test } from '@jest/globals';
import { listPatterns } from '@svc/http-host/http/host-app';
import { GATEWAY_PATHS } from './paths.js';
import { startTestGateway } from './testing/test-gateway.js';

test('the gateway routes exactly the paths that it lists', async () => {
  const gateway = await startTestGateway();
  const routed = listPatterns(gateway.app.router);
  await gateway.stop();

  // Routers list their paths without their mount point.
  expect(routed.filter((end) => !GATEWAY_PATHS.some((path) => path.endsWith(end)))).toEqual([]);
  expect(GATEWAY_PATHS.filter((path) => !routed.some((end) => path.endsWith(end)))).toEqual([]);
});
