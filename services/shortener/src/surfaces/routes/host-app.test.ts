import { expect, test } from '@jest/globals';
import { listPatterns } from '@svc/http-host/http/host-app';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createInternalApp, createPublicApp, INTERNAL_PATHS, PUBLIC_PATHS } from './host-app.js';
import type { HostAppOptions } from './host-app.js';

/** As much of what handlers use as mounting them takes; none of them runs. */
const OPTIONS = {
  parts: { addresses: { origin: 'https://host.example' }, baseUrl: 'https://app.example', log: silentLog },
  commonHeaders: [],
} as unknown as HostAppOptions;

test.each([
  ['public', createPublicApp, PUBLIC_PATHS],
  ['internal', createInternalApp, INTERNAL_PATHS],
])('the paths that the %s listener says it answers are those that it routes', (_name, createApp, paths) => {
  const routed = listPatterns(createApp(OPTIONS).router);

  // Routers say their paths without that which they are mounted at.
  expect(routed.filter((end) => !paths.some((path) => path.endsWith(end)))).toEqual([]);
  expect(paths.filter((path) => !routed.some((end) => path.endsWith(end)))).toEqual([]);
});
