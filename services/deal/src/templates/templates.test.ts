import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import type { NewAttachment, UpdateMessageTemplateRequest } from '@svc/proto/deal/v1/template_service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import {
  createDealTemplate,
  createMessageTemplate,
  dataUrl,
  dealTemplates,
  messageTemplateRequest,
  messageTemplates,
} from '../testing/templates.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const FIRST_PAGE = { pageSize: 50, skip: 0, scope: 'mine' };
const CONTENT_BYTES_MAX = 5 * 1_024 * 1_024;

describe('attachments', () => {
  test('are returned byte for byte, in order, and only where the owner reads the template', async () => {
    const owner = testUser();
    const messages = messageTemplates(service, owner);
    const attachments = [
      { name: 'logo.png', contentType: 'IMAGE/PNG', dataUrl: dataUrl(3) },
      { name: 'brief.pdf', dataUrl: dataUrl(10, 'application/pdf') },
    ];

    const created = await createMessageTemplate(service, owner, { attachments });

    expect(created.attachments).toMatchObject([
      { name: 'logo.png', contentType: 'image/png', bytes: 3, dataUrl: null },
      { name: 'brief.pdf', contentType: 'application/pdf', bytes: 10, dataUrl: null },
    ]);
    const { template } = await messages.getMessageTemplate({ templateId: created.id });
    expect(template?.attachments.map(({ dataUrl }) => dataUrl)).toEqual(attachments.map(({ dataUrl }) => dataUrl));
    expect((await messages.listMessageTemplates(FIRST_PAGE)).templates).toEqual([created]);
  });

  test('of 5 MB in total are accepted and omitted from lists, and one more byte is refused', async () => {
    const owner = testUser();
    const half = CONTENT_BYTES_MAX / 2;
    const attachments = [half, half].map((bytes, index) => ({ name: `${index}.png`, dataUrl: dataUrl(bytes) }));

    const created = await createMessageTemplate(service, owner, { attachments });

    const { template } = await messageTemplates(service, owner).getMessageTemplate({ templateId: created.id });
    expect(template?.attachments.map(({ bytes, dataUrl }) => [bytes, dataUrl?.length])).toEqual(
      attachments.map(({ dataUrl }) => [half, dataUrl.length]),
    );
    const list = await messageTemplates(service, owner).listMessageTemplates(FIRST_PAGE);
    expect(JSON.stringify(list).length).toBeLessThan(2_000);
    const tooLarge = [...attachments, { name: 'one.png', dataUrl: dataUrl(1) }];
    await expect(createMessageTemplate(service, owner, { attachments: tooLarge })).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path: 'attachments' }],
    });
  });

  test.each<[string, string, NewAttachment]>([
    ['no data URL', 'attachments.0.dataUrl', { name: 'a', dataUrl: 'https://example.com/a.png' }],
    ['a data URL that is not base64', 'attachments.0.dataUrl', { name: 'a', dataUrl: 'data:text/plain,hello' }],
    ['a data URL without a media type', 'attachments.0.dataUrl', { name: 'a', dataUrl: 'data:;base64,aGk=' }],
    ['letters that are not base64', 'attachments.0.dataUrl', { name: 'a', dataUrl: 'data:text/plain;base64,a-_=' }],
    ['base64 without padding', 'attachments.0.dataUrl', { name: 'a', dataUrl: 'data:text/plain;base64,aGk' }],
    ['no content', 'attachments.0.dataUrl', { name: 'a', dataUrl: 'data:text/plain;base64,' }],
    [
      'another content type than that of the data URL',
      'attachments.0.contentType',
      { name: 'a', contentType: 'image/png', dataUrl: 'data:text/html;base64,aGk=' },
    ],
  ])('with %s are refused with the path of the field', async (_what, path, attachment) => {
    await expect(createMessageTemplate(service, testUser(), { attachments: [attachment] })).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path }],
    });
  });

  test('are limited to ten', async () => {
    const attachments = Array.from({ length: 11 }, (_, index) => ({ name: `${index}`, dataUrl: dataUrl(1) }));

    await expect(
      createMessageTemplate(service, testUser(), { attachments: attachments.slice(1) }),
    ).resolves.toBeDefined();
    await expect(createMessageTemplate(service, testUser(), { attachments })).rejects.toMatchObject({
      kind: 'invalid_input',
    });
  });
});

function change(templateId: string, updateMask: string[], fields: Partial<UpdateMessageTemplateRequest>) {
  return { templateId, updateMask, tags: [], attachments: [], ...fields };
}

describe('a change of a message template', () => {
  test('sets and clears what its mask names, replaces the list of attachments, and leaves the rest', async () => {
    const owner = testUser();
    const messages = messageTemplates(service, owner);
    const attachments = [{ name: 'old.png', dataUrl: dataUrl(1) }];
    const created = await createMessageTemplate(service, owner, { subject: 'Old', tags: ['story'], attachments });

    const { template: renamed } = await messages.updateMessageTemplate(
      change(created.id, ['name', 'subject'], { name: 'New', subject: null }),
    );
    const { template: replaced } = await messages.updateMessageTemplate(
      change(created.id, ['attachments'], { attachments: [{ name: 'new.png', dataUrl: dataUrl(2) }] }),
    );

    expect(renamed).toMatchObject({ name: 'New', subject: null, body: 'Hello!', tags: ['story'], version: 2 });
    expect(renamed?.attachments).toEqual(created.attachments);
    expect(replaced).toMatchObject({ name: 'New', version: 3, attachments: [{ name: 'new.png', bytes: 2 }] });
  });

  test('to equal values is not a change', async () => {
    const owner = testUser();
    const created = await createMessageTemplate(service, owner, { tags: ['a'] });

    const { template } = await messageTemplates(service, owner).updateMessageTemplate(
      change(created.id, ['body', 'tags'], { body: created.body, tags: ['a'] }),
    );

    expect(template).toEqual(created);
  });

  test('that clears the name, or sets a field that the owner cannot change, is refused', async () => {
    const owner = testUser();
    const created = await createMessageTemplate(service, owner);

    for (const field of ['name', 'body', 'owner_id', 'version']) {
      await expect(
        messageTemplates(service, owner).updateMessageTemplate(change(created.id, [field], {})),
      ).rejects.toMatchObject({ kind: 'invalid_input' });
    }
  });

  test('with an outdated version is refused, and so is deleting the template', async () => {
    const owner = testUser();
    const messages = messageTemplates(service, owner);
    const { id } = await createMessageTemplate(service, owner);
    await messages.updateMessageTemplate(change(id, ['name'], { name: 'Second', expectedVersion: 1 }));

    const late = change(id, ['name'], { name: 'Third', expectedVersion: 1 });
    await expect(messages.updateMessageTemplate(late)).rejects.toMatchObject({ kind: 'stale' });
    const remove = messages.deleteMessageTemplate({ templateId: id, expectedVersion: 1 });
    await expect(remove).rejects.toMatchObject({ kind: 'stale', code: 'VERSION_CONFLICT' });
  });
});

test('a deal template defaults to the caller’s currency, changes the fields in its mask and is deleted with its version', async () => {
  const owner = testUser({ preferences: { timeZone: 'UTC', locale: 'en', currency: 'EUR', viewCheckDays: [1] } });
  const deals = dealTemplates(service, owner);
  const created = await createDealTemplate(service, owner, { price: 0.1, viewsTarget: 5, timelineDays: 14 });

  const { template } = await deals.updateDealTemplate({
    templateId: created.id,
    updateMask: ['price', 'views_target'],
    price: 99.99,
    expectedVersion: 1,
  });

  expect(created).toMatchObject({ currency: 'EUR', price: 0.1, version: 1, access: { role: 'owner' } });
  expect(template).toMatchObject({ price: 99.99, viewsTarget: null, timelineDays: 14, version: 2 });
  const remove = (expectedVersion: number) => deals.deleteDealTemplate({ templateId: created.id, expectedVersion });
  await expect(remove(1)).rejects.toMatchObject({ kind: 'stale' });
  await remove(2);
  await expect(deals.getDealTemplate({ templateId: created.id })).rejects.toMatchObject({ kind: 'not_found' });
});

describe('lists', () => {
  test('are newest first, in pages with the total', async () => {
    const owner = testUser();
    for (const name of ['one', 'two', 'three']) await createDealTemplate(service, owner, { name });
    const { listDealTemplates } = dealTemplates(service, owner);

    const first = await listDealTemplates({ ...FIRST_PAGE, pageSize: 2 });
    const second = await listDealTemplates({ ...FIRST_PAGE, pageSize: 2, skip: 2 });

    expect(first.templates.map(({ name }) => name)).toEqual(['three', 'two']);
    expect(second).toMatchObject({ totalSize: 3, templates: [{ name: 'one' }] });
  });

  test('can be filtered by a whole tag, without case', async () => {
    const owner = testUser();
    await createMessageTemplate(service, owner, { name: 'tagged', tags: ['Story', 'x'] });
    await createMessageTemplate(service, owner, { tags: ['storyline'] });

    const { templates } = await messageTemplates(service, owner).listMessageTemplates({ ...FIRST_PAGE, tag: 'story' });

    expect(templates.map(({ name }) => name)).toEqual(['tagged']);
  });

  test.each([
    ['accents and case aside', 'CAFE', ['café']],
    ['a percent sign literally', '50%', ['50% off']],
    ['an underscore literally', 'a_b', ['a_b']],
    ['in the body', 'needle', ['plain']],
    ['not across two fields', 'plainhay', []],
  ])('are searched with %s', async (_how, query, expected) => {
    const owner = testUser();
    await createMessageTemplate(service, owner, { name: 'café' });
    await createMessageTemplate(service, owner, { name: '50% off' });
    await createMessageTemplate(service, owner, { name: '500 off' });
    await createMessageTemplate(service, owner, { name: 'a_b' });
    await createMessageTemplate(service, owner, { name: 'axb' });
    await createMessageTemplate(service, owner, { name: 'plain', body: 'hay needle' });

    const { templates } = await messageTemplates(service, owner).listMessageTemplates({ ...FIRST_PAGE, query });

    expect(templates.map(({ name }) => name)).toEqual(expected);
  });
});

test('creating again with the same idempotency key returns the first response and creates no second template', async () => {
  const owner = testUser();
  const messages = messageTemplates(service, owner, 'once');

  const first = await messages.createMessageTemplate(messageTemplateRequest());
  const second = await messages.createMessageTemplate(messageTemplateRequest());

  expect(second).toEqual(first);
  expect((await messages.listMessageTemplates(FIRST_PAGE)).totalSize).toBe(1);
});

test('a purge deletes the account’s templates with their attachments and shares', async () => {
  const owner = testUser();
  await createMessageTemplate(service, owner, { attachments: [{ name: 'a', dataUrl: dataUrl(1) }] });
  await createDealTemplate(service, owner);

  await service.as({ kind: 'service', service: 'identity' }).purge.purgeAccount({ ownerId: owner.userId });

  for (const table of ['message_templates', 'deal_templates']) {
    const { rows } = await service.pool.query(`select 1 from deal.${table} where owner_id = $1`, [owner.userId]);
    expect(rows).toEqual([]);
  }
});
