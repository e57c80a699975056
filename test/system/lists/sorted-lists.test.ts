import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { z } from 'zod';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { daysAgo, type ErrorAnswer, videoUrl } from '../answers.ts';

const stack = await sharedStack();
let owner: Session;

/** Creates two records for each list, with some sort fields left empty. */
beforeAll(async () => {
  owner = await stack.signUp();
  for (const name of ['A', 'B']) {
    const deal = await owner.post<{ id: string }>('/api/deals', { name });
    const ofDeal = `/api/deals/${deal.body.id}`;
    await owner.post(`${ofDeal}/videos`, { url: videoUrl(name.charCodeAt(0)), postDate: daysAgo(1) });
    await owner.post(`${ofDeal}/payments`, { direction: 'incoming', amount: 1 });
    await owner.post('/api/tasks', { title: name });
    await owner.post('/api/contacts', { name });
    await owner.post('/api/influencers', { name });
    await owner.post('/api/shorten', { url: `https://example.com/${name}` });
  }
});

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
  readonly next: string | null;
}

const SORTED = OPERATIONS.filter(({ input }) => 'sort' in input.shape && 'after' in input.shape).map((operation) => {
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const { sort } = properties;
  return { path: `/api${operation.http.path}`, sorts: typeof sort === 'object' ? (sort.enum ?? []) : [] };
});

describe.each(SORTED)('$path', ({ path, sorts }) => {
  test('sorts in every order it offers, and pages through each', async () => {
    expect(sorts.length).toBeGreaterThan(5);
    for (const sort of sorts) {
      const first = await owner.get<Page>(`${path}?sort=${String(sort)}&limit=1`);
      const second = await owner.get<Page>(`${path}?sort=${String(sort)}&limit=1&after=${first.body.next}`);

      expect([sort, first.status, second.status, second.body.total]).toEqual([sort, 200, 200, 2]);
      expect(second.body.items[0]?.id).not.toBe(first.body.items[0]?.id);
    }
  });

  test('refuses a cursor from another order', async () => {
    const { next } = (await owner.get<Page>(`${path}?limit=1`)).body;

    const { status, body } = await owner.get<ErrorAnswer>(`${path}?sort=createdAt&after=${next}`);

    expect([status, body.error.code.toUpperCase()]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toContain('Start again without `after`');
  });
});

test('a bulk change returns the outcome of each record', async () => {
  const { items } = (await owner.get<Page>('/api/deals?sort=name')).body;
  const ids = [...items.map(({ id }) => id), '01900000-0000-7000-8000-00000000dead'];

  const { status, body } = await owner.post('/api/deals/bulk', { ids, action: { kind: 'status', status: 'active' } });

  expect([status, body]).toEqual([
    200,
    {
      results: [
        { id: ids[0], outcome: 'unchanged' },
        { id: ids[1], outcome: 'unchanged' },
        { id: ids[2], outcome: 'failed', code: 'NOT_FOUND', message: expect.any(String) },
      ],
    },
  ]);
});
