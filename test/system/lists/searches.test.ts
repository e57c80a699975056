import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isForUsers } from '@svc/operations/run/checks';
import { sharedStack } from '../../shared-stack.ts';
import type { ErrorAnswer, List } from '../answers.ts';
import { createSharedWorld, type SharedWorld } from '../sharing/everything-shared.ts';

const stack = await sharedStack();
let world: SharedWorld;

beforeAll(async () => {
  world = await createSharedWorld(stack);
});

describe('a search', () => {
  const searches = OPERATIONS.filter(
    (operation) => operation.access === 'user' && isForUsers(operation) && 'q' in operation.input.shape,
  ).map(({ name, http }) => ({ name, path: `/api${http.path}` }));
  const lists = searches.filter(({ name }) => name !== 'context.search');

  test.each(searches)('for a lone accent finds nothing: $name', async ({ path }) => {
    const { status, body } = await world.owner.get<List<unknown>>(`${path}?q=%CC%81`);

    expect([status, body.total, body.items]).toEqual([200, 0, []]);
  });

  test.each(lists)('for white space is no search, like one for nothing: $name', async ({ path }) => {
    const { body: all } = await world.owner.get<List<unknown>>(path);

    for (const blank of ['', '%20', '+%C2%A0']) {
      const { status, body } = await world.owner.get<List<unknown>>(`${path}?q=${blank}`);
      expect([status, body.total]).toEqual([200, all.total]);
    }
  });

  test.each(['%ff', '%ED%A0%80', '50%25%c3'])('for the invalid UTF-8 %s is refused by name', async (value) => {
    for (const path of ['/api/deals', '/api/context/search']) {
      const { status, body } = await world.owner.get<ErrorAnswer>(`${path}?limit=5&q=${value}`);

      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.error.details).toEqual([
        { path: 'q', message: '`q` must be valid UTF-8. Encode it with percent signs, like %C3%A9 for é.' },
      ]);
    }
  });

  test('may have a lone percent sign', async () => {
    const { body } = await world.owner.get<List<unknown>>('/api/deals?q=50%');

    expect(body.items).toEqual([]);
  });
});
