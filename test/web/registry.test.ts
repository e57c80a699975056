import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isForUsers } from '@svc/operations/checks';
import { OPERATIONS } from '@svc/operations/registry';
import { APP_PATHS, SIGN_IN_PATHS } from '@svc/web/shared/paths';
import { AFFECTS } from '../../gateway/web/src/api/affects.ts';
import { ROOT } from '@svc/scripts/stack/paths';

test('the app knows of every write which answers it makes stale', () => {
  const writes = OPERATIONS.filter((operation) => operation.tier > 0 && isForUsers(operation)).map(({ name }) => name);

  expect(Object.keys(AFFECTS).toSorted()).toEqual(writes.toSorted());
});

test('what a write makes stale are families of operations that there are', () => {
  const families = new Set(OPERATIONS.map(({ name }) => name.split('.')[0]));
  const named = Object.values(AFFECTS).flatMap((affected) => affected ?? []);

  expect(named.filter((family) => !families.has(family))).toEqual([]);
});

test('every path that the gateway answers with the app has a route there, and every route its path', () => {
  const routes = readFileSync(join(ROOT, 'gateway/web/src/routes.tsx'), 'utf8');
  const routed = [...routes.matchAll(/\b(?:page|signInPage)\(\s*'([^']+)'/g)].map(([, path = '']) =>
    path.replaceAll('$', ':'),
  );

  expect(routed.toSorted()).toEqual([...APP_PATHS, ...SIGN_IN_PATHS].toSorted());
});
