import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { ROOT } from '@svc/scripts/stack/paths';
import { APP_PATHS, SIGN_IN_PATHS } from '@svc/web/shared/paths';

test('writes make only other, existing families of operations stale', () => {
  const families = new Set(OPERATIONS.map(({ name }) => name.split('.')[0]));
  const affected = OPERATIONS.flatMap(({ name, affects = [] }) => affects.map((family) => [name, family] as const));

  expect(affected.length).toBeGreaterThan(50);
  expect(affected.filter(([name, family]) => !families.has(family) || name.startsWith(`${family}.`))).toEqual([]);
  expect(OPERATIONS.filter(({ tier, affects }) => tier === 0 && affects).map(({ name }) => name)).toEqual([]);
});

test("the gateway's app paths match the app's routes", () => {
  const routes = readFileSync(join(ROOT, 'gateway/web/src/routes.tsx'), 'utf8');
  const routed = [...routes.matchAll(/\b(?:page|signInPage)\(\s*'([^']+)'/g)].map(([, path = '']) =>
    path.replaceAll('$', ':'),
  );

  expect(routed.toSorted()).toEqual([...APP_PATHS, ...SIGN_IN_PATHS].toSorted());
});
