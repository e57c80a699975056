import { expect, test } from '@jest/globals';
import { silentLog } from '@svc/chassis/testing/service-database';
import { listPatterns } from '@svc/http-host/http/host-app';
import type { HostAppOptions } from './host-app.js';
import { createInternalApp, createPublicApp, INTERNAL_PATHS, PUBLIC_PATHS } from './host-app.js';

/** Just enough dependencies to mount the handlers; none of them runs. */
const OPTIONS = {
  parts: { addresses: { origin: 'https://host.example' }, baseUrl: 'https://app.example', log: silentLog },
  commonHeaders: [],
} as unknown as HostAppOptions;

test.each([
  ['public', createPublicApp, PUBLIC_PATHS],
  ['internal', createInternalApp, INTERNAL_PATHS],
])('the %s listener lists exactly the paths that it routes', (_name, createApp, paths) => {
  const routed = listPatterns(createApp(OPTIONS).router);

  // Routers list paths without their mount point.
  expect(routed.filter((end) => !paths.some((path) => path.endsWith(end)))).toEqual([]);
  expect(paths.filter((path) => !routed.some((end) => path.endsWith(end)))).toEqual([]);
});
