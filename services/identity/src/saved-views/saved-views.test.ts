import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { updateMask } from '@svc/chassis/schemas/changes';
import { testAgent } from '@svc/chassis/testing/test-service';
import { SavedViewService } from '@svc/proto/identity/v1/saved_view_service';
import { type IdentityService, startIdentity } from '../testing/identity-service.js';
import { QUERY_BYTES_MAX, SAVED_VIEWS_MAX } from './change-saved-views.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity?.stop());

const PAGE = { pageSize: 50, skip: 0 };

/** Signs up a user and returns a client for their views. */
async function newUser() {
  const { principal } = await identity.signUp();
  const views = identity.as(principal, SavedViewService);
  return {
    principal,
    views,
    create: async (name: string, query: Record<string, string> = { sort: '-nextDue' }, list = 'deals') => {
      const { view } = await views.createSavedView({ list, name, query });
      if (!view) throw new Error('The answer has no view.');
      return view;
    },
  };
}

test('views are listed by list and position, with their query unmodified and any name', async () => {
  const { views, create } = await newUser();
  const query = { sort: '-aColumnThatIsGone', 'filter.tag': 'été', columns: '' };
  const first = await create('Behind', query);
  const second = await create('Overdue');
  await create('Open', {}, 'tasks');
  await views.updateSavedView({ viewId: second.id, ...changes({ position: 0 }) });
  await views.updateSavedView({ viewId: first.id, ...changes({ position: 1 }) });

  const all = await views.listSavedViews(PAGE);

  expect(all.views.map(({ list, name }) => [list, name])).toEqual([
    ['deals', 'Overdue'],
    ['deals', 'Behind'],
    ['tasks', 'Open'],
  ]);
  expect(all.views[1]).toMatchObject({ query, version: 2 });
  expect(await views.listSavedViews({ ...PAGE, list: 'tasks' })).toMatchObject({ totalSize: 1 });
});

function changes(fields: {
  name?: string;
  query?: Record<string, string>;
  position?: number;
  expectedVersion?: number;
}) {
  const { expectedVersion = null, ...changed } = fields;
  return { query: {}, ...changed, updateMask: updateMask(changed), expectedVersion };
}

test('a change keeps the fields outside its mask, and equal values change nothing', async () => {
  const { views, create } = await newUser();
  const view = await create('Behind');

  const { view: renamed } = await views.updateSavedView({ viewId: view.id, ...changes({ name: 'Late' }) });
  const { view: same } = await views.updateSavedView({
    viewId: view.id,
    ...changes({ name: 'Late', query: view.query }),
  });
  const { view: emptied } = await views.updateSavedView({ viewId: view.id, ...changes({ query: {} }) });

  expect(renamed).toMatchObject({ name: 'Late', query: view.query, version: 2 });
  expect(same).toEqual(renamed);
  expect(emptied).toMatchObject({ name: 'Late', query: {}, version: 3 });
  const stale = views.updateSavedView({ viewId: view.id, ...changes({ name: 'x', expectedVersion: 1 }) });
  await expect(stale).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});

test('users access only their own views, and agents none', async () => {
  const { principal, create } = await newUser();
  const { id: viewId } = await create('Mine');
  const { views: others } = await newUser();

  expect(await others.listSavedViews(PAGE)).toEqual({ views: [], totalSize: 0 });
  await expect(others.updateSavedView({ viewId, ...changes({ name: 'x' }) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(others.deleteSavedView({ viewId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const agent = identity.as(testAgent({ userId: principal.userId }, ['mcp']), SavedViewService);
  await expect(agent.listSavedViews(PAGE)).rejects.toMatchObject({ kind: 'forbidden' });
});

test('a deleted view is no longer listed', async () => {
  const { views, create } = await newUser();
  const { id: viewId } = await create('Mine');

  await expect(views.deleteSavedView({ viewId, expectedVersion: 2 })).rejects.toMatchObject({ kind: 'stale' });
  await views.deleteSavedView({ viewId, expectedVersion: 1 });

  await expect(views.deleteSavedView({ viewId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a user has at most 50 views, even with concurrent creates, and large queries are refused', async () => {
  const { views, create } = await newUser();
  for (let count = 2; count < SAVED_VIEWS_MAX; count += 1) await create(`View ${count}`);

  const last = await Promise.allSettled([create('A'), create('B'), create('C')]);

  expect(SAVED_VIEWS_MAX).toBe(50);
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(last.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT', message: expect.stringContaining('Delete one first') },
  });
  expect(await views.listSavedViews(PAGE)).toMatchObject({ totalSize: 50 });
  await expect(create('Large', { q: 'x'.repeat(QUERY_BYTES_MAX) })).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path: 'query' }],
  });
});
