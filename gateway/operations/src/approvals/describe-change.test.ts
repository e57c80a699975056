import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import type { OperationContext } from '../run/operation-context.js';
import { describeChange } from './describe-change.js';

const Input = z.strictObject({ recordId: z.string() });

/** Describes the deletion of a record. */
async function describeDeletionOf(record: Readonly<Record<string, unknown>>) {
  const reader = defineOperation({
    name: 'records.get',
    summary: 'Get a record',
    tier: 0,
    http: { method: 'GET', path: '/records/:recordId' },
    input: Input,
    output: z.looseObject({}),
    run: async () => record,
  });
  const deletion = defineOperation({
    name: 'records.delete',
    summary: 'Delete a record',
    tier: 2,
    destructive: true,
    target: { read: 'records.get', by: ['recordId'] },
    http: { method: 'DELETE', path: '/records/:recordId' },
    input: Input,
    run: async () => undefined,
  });
  return describeChange(deletion, { recordId: 'one' }, {} as OperationContext, (name) =>
    name === reader.name ? reader : undefined,
  );
}

test('counts the unreadable fields of a deleted record', async () => {
  const { diff } = await describeDeletionOf({ name: 'Anna', days: [1, 7], handles: [{ platform: 'x' }], empty: [] });

  expect(diff).toEqual([
    { field: 'name', before: 'Anna', after: null },
    { field: 'days', before: [1, 7], after: null },
    { field: 'fieldsNotShown', before: 1, after: null },
  ]);
});

test('counts the fields over the limit', async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_each, index) => [`f${index}`, index]));

  const { diff } = await describeDeletionOf({ ...many, handles: [{ platform: 'x' }] });

  expect(diff).toHaveLength(50);
  expect(diff.at(-1)).toEqual({ field: 'fieldsNotShown', before: 12, after: null });
});

test('truncates a long text and states its length', async () => {
  const { diff } = await describeDeletionOf({ notes: 'x'.repeat(1_000) });

  expect(diff[0]?.before).toBe(`${'x'.repeat(500)}… (1000 characters in all)`);
});
