import { expect, test } from '@jest/globals';
import { SCOPE_TEXTS } from '@svc/web/shared/agent-scopes';
import { readFamily, SCOPES } from '@svc/identity/agent-authorizations/scopes';
import { FAMILY } from '@svc/shortener/surfaces/routes/family';
import { HOST_OPERATIONS } from '@svc/shortener/surfaces/operations/host-operations';

test('the scopes that users can give for short links are those that the host of short links knows', () => {
  const { all, byDefault } = SCOPES[readFamily(FAMILY.name)];

  expect(all).toEqual(FAMILY.scopes);
  expect(byDefault).toEqual(FAMILY.scopes);
  expect([...new Set(HOST_OPERATIONS.flatMap(({ scope = [] }) => scope))].toSorted()).toEqual(
    [...FAMILY.scopes].toSorted(),
  );
});

test('the page on which users let agents in says in words what each scope allows', () => {
  const scopes = Object.values(SCOPES).flatMap(({ all }) => all);

  expect(Object.keys(SCOPE_TEXTS).toSorted()).toEqual(scopes.toSorted());
});
