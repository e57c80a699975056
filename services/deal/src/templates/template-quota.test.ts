import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { UsageService } from '@svc/proto/usage/v1/usage_service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDealTemplate, createMessageTemplate, dataUrl, messageTemplates } from '../testing/templates.js';

const UPLOADS_AN_HOUR = 5;

let service: DealTestService;

beforeAll(async () => {
  const templateQuota = { templatesMax: 3, bytesMax: 100, uploadsAnHour: UPLOADS_AN_HOUR };
  service = await startDeal({ templateQuota });
});

afterAll(() => service?.stop());

const FULL = { kind: 'wrong_state', code: 'TEMPLATE_QUOTA_EXCEEDED', message: /Delete some templates first\.$/ };
const refused = { ...FULL, message: expect.stringMatching(FULL.message) };
const usageOf = (user: UserPrincipal) => service.call(user, UsageService).getUsage({});
const withBytes = (bytes: number) => ({ attachments: [{ name: 'a.png', dataUrl: dataUrl(bytes) }] });

test('a user may have a maximum of templates, of both kinds together, and deleting one makes room', async () => {
  const user = testUser();
  const first = await createMessageTemplate(service, user);
  await createMessageTemplate(service, user);
  await createDealTemplate(service, user);

  await expect(createDealTemplate(service, user)).rejects.toMatchObject(refused);
  await expect(createMessageTemplate(service, user)).rejects.toMatchObject(refused);
  expect(await usageOf(user)).toEqual({ records: 3, recordsMax: 3, bytes: 0, bytesMax: 100 });
  await messageTemplates(service, user).deleteMessageTemplate({ templateId: first.id });
  expect(await createDealTemplate(service, user)).toMatchObject({ ownerId: user.userId });
});

test('the total size of a user’s attachments is limited, in new templates and in changes', async () => {
  const user = testUser();
  const { id, version } = await createMessageTemplate(service, user, withBytes(60));
  const change = (bytes: number) =>
    messageTemplates(service, user).updateMessageTemplate({
      templateId: id,
      tags: [],
      ...withBytes(bytes),
      updateMask: ['attachments'],
      expectedVersion: version,
    });

  await expect(createMessageTemplate(service, user, withBytes(41))).rejects.toMatchObject(refused);
  await expect(change(101)).rejects.toMatchObject(refused);
  expect(await usageOf(user)).toMatchObject({ records: 1, bytes: 60 });
  await change(100);
  expect(await usageOf(user)).toMatchObject({ records: 1, bytes: 100 });
});

test('templates stored concurrently do not exceed the limit together', async () => {
  const user = testUser();

  const stored = await Promise.allSettled(
    [30, 30, 30, 30].map((bytes) => createMessageTemplate(service, user, withBytes(bytes))),
  );

  expect(stored.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await usageOf(user)).toMatchObject({ records: 3, bytes: 90 });
});

test('a user who keeps storing attachments is rate limited, but can store other templates', async () => {
  const user = testUser();
  const tooMany = { attachments: Array.from({ length: 11 }, () => ({ name: 'a', dataUrl: 'none' })) };
  for (let count = 0; count < UPLOADS_AN_HOUR; count += 1) {
    await expect(createMessageTemplate(service, user, tooMany)).rejects.toMatchObject({ kind: 'invalid_input' });
  }

  await expect(createMessageTemplate(service, user, withBytes(1))).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterSeconds: expect.any(Number),
  });
  expect(await createMessageTemplate(service, user)).toMatchObject({ attachments: [] });
});
