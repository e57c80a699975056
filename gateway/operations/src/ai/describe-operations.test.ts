import { expect, test } from '@jest/globals';
import { OPERATIONS } from '../registry/registry.js';
import { describeActions, describeEntities } from './describe-operations.js';

test('describes the named records as entities and resolves every reference among them', () => {
  const entities = describeEntities(OPERATIONS);

  const references = [...JSON.stringify(entities).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(Object.keys(entities)).toEqual(expect.arrayContaining(['Access', 'Deal', 'Payment', 'Video', 'ViewLog']));
  expect(entities['Deal']).toMatchObject({ type: 'object', properties: { access: { $ref: '#/entities/Access' } } });
  expect(
    new Set(references.filter((reference) => !((reference ?? '').replace('#/entities/', '') in entities))),
  ).toEqual(new Set());
});

test('omits operations and records for administrators', () => {
  expect(Object.keys(describeEntities(OPERATIONS))).not.toContain('ManagedUser');
  expect(describeActions(OPERATIONS, '/api').filter(({ name }) => name.startsWith('admin.'))).toEqual([]);
});

test('describes every operation with a scope as an action with its route and input', () => {
  const actions = describeActions(OPERATIONS, '/api');

  expect(actions.map(({ name }) => name)).not.toContain('auth.sign_in');
  expect(actions).toHaveLength(OPERATIONS.filter(({ scope }) => scope !== undefined).length);
  expect(actions.find(({ name }) => name === 'deals.add_video')).toMatchObject({
    description: expect.stringContaining('Returns the video'),
    proposable: true,
    tier: 1,
    scope: 'svc.write.low_risk',
    method: 'POST',
    path: '/api/deals/:dealId/videos',
    input: { type: 'object', required: ['dealId', 'url', 'postDate'], additionalProperties: false },
  });
  const photo = actions.find(({ name }) => name === 'short_links.create_photo');
  expect(photo?.input).toMatchObject({ required: ['image'], properties: { title: {}, slug: {}, tags: {} } });
});
