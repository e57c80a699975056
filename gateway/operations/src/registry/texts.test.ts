import { expect, test } from '@jest/globals';
import { toJsonSchema } from '@svc/chassis/schemas/json-schema';
import { fieldsThatClearOddly, poorErrorTexts, untrimmedFields } from '@svc/chassis/testing/input-rules';
import type { z } from 'zod';
import { BulkImportInput } from '../schemas/bulk-import.js';
import { OPERATIONS } from './registry.js';

test('trims text inputs, except secrets, files and formatted text', () => {
  expect(untrimmedFields(OPERATIONS).toSorted()).toEqual([
    'agent_authorizations.approve.password',
    'auth.change_email.password',
    'auth.change_password.currentPassword',
    'auth.change_password.newPassword',
    'auth.confirm_address.token',
    'auth.delete_account.password',
    'auth.reset_password.newPassword',
    'auth.reset_password.token',
    'auth.sign_in.password',
    'auth.sign_up.password',
    'contacts.import.content',
    'deals.bulk_add_view_checks.linksText',
    'deals.preview_view_checks.linksText',
    'external_shares.create.password',
    'external_shares.update.password',
    'influencers.import.content',
    'memory.create.content',
    'public.open_share.password',
    'templates.message.create.body',
    'templates.message.update.body',
    'viewcheck_evidence.tracks.body',
  ]);
});

test('clears nullable texts with an empty string, but not URLs, dates or ids', () => {
  expect(fieldsThatClearOddly(OPERATIONS)).toEqual([]);
});

test('describes inputs of listed tools when their names do not explain their effect or their default', () => {
  const unsaid = [
    ['deals.due_views', 'includeLogs', 'includeScreenshots', 'includeTitles'],
    ['tasks.create', 'status', 'priority'],
    ['deals.create', 'viewCheckDays'],
    ['suggestions.create', 'kind'],
    ['short_links.create', 'reuse'],
  ].flatMap(([name, ...fields]) => {
    const { shape = {} } = OPERATIONS.find((operation) => operation.name === name)?.input ?? {};
    return fields.filter((field) => (shape[field] as z.ZodType | undefined)?.description === undefined);
  });

  expect(unsaid).toEqual([]);
  expect(JSON.stringify(toJsonSchema(BulkImportInput, 'input')).match(/Only for a new deal/g)).toHaveLength(11);
});

test('names the field in every input error', () => {
  expect(poorErrorTexts(OPERATIONS)).toEqual([]);
});
