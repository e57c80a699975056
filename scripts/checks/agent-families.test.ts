import { expect, test } from '@jest/globals';
import { readFamily, SCOPES } from '@svc/identity/agent-authorizations/scopes';
import { HOST_OPERATIONS } from '@svc/shortener/surfaces/operations/host-operations';
import { FAMILY } from '@svc/shortener/surfaces/routes/family';
import { scopeText } from '@svc/web/shared/agent-scopes';

test('the scopes that users can grant for short links are those of the short-link host', () => {
  const { all, byDefault } = SCOPES[readFamily(FAMILY.name)];

  expect(all).toEqual(FAMILY.scopes);
  expect(byDefault).toEqual(FAMILY.scopes);
  expect([...new Set(HOST_OPERATIONS.flatMap(({ scope = [] }) => scope))].toSorted()).toEqual(
    [...FAMILY.scopes].toSorted(),
  );
});

test.each([true, false])(
  'the page on which users approve agents explains what each scope allows, if all sensitive writes need approval: %s',
  (approvesNonDeleteWrites) => {
    const scopes = Object.values(SCOPES).flatMap(({ all }) => all);

    expect(scopes.filter((scope) => scopeText(scope, { approvesNonDeleteWrites }) === scope)).toEqual([]);
  },
);
