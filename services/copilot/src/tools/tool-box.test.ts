import { expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { createToolBox, nameForModels } from './tool-box.js';

test('every tool has a name that every provider accepts, and none decides approvals or takes an image', () => {
  const { tools } = createToolBox(OPERATIONS);

  expect(tools.length).toBeGreaterThan(25);
  for (const { name, operation } of tools) {
    expect([operation.name, operation.http.accepts, /^[A-Za-z0-9_-]{1,64}$/.test(name)]).toEqual([
      operation.name,
      undefined,
      true,
    ]);
  }
  expect(tools.filter(({ operation }) => operation.family === 'approvals')).toEqual([]);
});

test('a name that is too long is cut, and stays distinct from every other', () => {
  const [one, other] = ['a', 'b'].map((end) => nameForModels(`${'long_'.repeat(20)}${end}`));

  expect([one, other]).toEqual([
    expect.stringMatching(/^[\w]{55}_[0-9a-f]{8}$/),
    expect.stringMatching(/^[\w]{55}_[0-9a-f]{8}$/),
  ]);
  expect(one).not.toBe(other);
});

test('with little room, tools of loaded families come first', () => {
  const box = createToolBox(OPERATIONS);
  const bytes = box.tools
    .filter(({ operation }) => operation.family === 'contacts')
    .reduce((sum, tool) => sum + tool.bytes, 0);

  const names = box.offer(new Set(['contacts']), bytes).map(({ name }) => name);

  const contacts = box.tools.filter(({ operation }) => operation.family === 'contacts').map(({ name }) => name);
  expect(names).toEqual(['tools_load', ...contacts]);
});

test('with little room for the short list, reads come first', () => {
  const box = createToolBox(OPERATIONS);
  const isRead = (name: string) => box.find(name)?.operation.tier === 0;
  const bytes = box.tools
    .filter(({ operation }) => operation.core && operation.tier === 0)
    .reduce((sum, tool) => sum + tool.bytes, 0);

  const [, ...names] = box.offer(new Set(), bytes).map(({ name }) => name);

  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !isRead(name))).toEqual([]);
});
