import { randomUUID as newId } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import type { CreateMessageTemplateRequest } from '@svc/proto/deal/v1/template_service';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway | undefined;

afterEach(() => gateway?.stop());

const TIME = new Date('2026-05-01T10:00:00.000Z');
const ACCESS = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };

async function start() {
  const received: CreateMessageTemplateRequest[] = [];
  gateway = await startTestGateway({
    handlers: {
      messageTemplates: {
        createMessageTemplate: async (request) => {
          received.push(request);
          const { name, body, tags } = request;
          const attachments = request.attachments.map((attachment) => ({
            id: newId(),
            name: attachment.name,
            contentType: 'image/png',
            bytes: 1,
          }));
          const times = { createdAt: TIME, updatedAt: TIME, version: 1, access: ACCESS };
          return { template: { id: newId(), ownerId: newId(), name, body, tags, attachments, ...times } };
        },
      },
    },
  });
  const headers = { authorization: `Bearer ${gateway.signIn().token}`, 'content-type': 'application/json' };
  const post = (bytes: number) => {
    const dataUrl = `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;
    const body = JSON.stringify({ name: 'n', body: 'b', attachments: [{ name: 'a.png', dataUrl }] });
    return gateway!.fetch('/api/templates/message', { method: 'POST', headers, body });
  };
  return { received, post };
}

test('attachments of 5 MB reach the service, and the response has their names but not their contents', async () => {
  const { received, post } = await start();

  const answer = await post(5 * 1_024 * 1_024);

  expect(answer.status).toBe(201);
  expect(received[0]?.attachments[0]?.dataUrl.length).toBe(6_990_530);
  expect(await answer.json()).toMatchObject({ attachments: [{ name: 'a.png', contentType: 'image/png', bytes: 1 }] });
});

test('an attachment beyond 5 MB is refused by name, and a body beyond 8 MB as a whole', async () => {
  const { received, post } = await start();

  const tooLarge = await post(5_500_000);
  const muchTooLarge = await post(7_000_000);

  expect(tooLarge.status).toBe(400);
  expect(await tooLarge.json()).toMatchObject({ error: { details: [{ path: 'attachments.0.dataUrl' }] } });
  expect(muchTooLarge.status).toBe(413);
  expect(received).toEqual([]);
});
