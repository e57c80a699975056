import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { reportedToolCalls } from '@svc/chassis/testing/reported-tool-calls';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { identityHeaders } from '@svc/http-host/http/forwarded-identity';
import { ProofService } from '@svc/proto/screenshot/v1/screenshot_service';
import { v7 as newId } from 'uuid';
import { call } from './testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from './testing/screenshot-service.js';
import { freshPng } from './testing/test-files.js';

const AGENT_CALL = { surface: 'https', actorId: 'desk' } as const;

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot();
});

afterAll(() => service?.stop());

/** Sends an image as the gateway does for an agent. */
async function send(as: ReturnType<typeof testAgent>, operation: string, path: string, requestId: string = newId()) {
  const agent = { operation, tier: 1, agent: AGENT_CALL };
  const { 'svc-agent': forwarded = '' } = identityHeaders({
    assertion: undefined,
    clientAddress: '',
    requestId,
    agent,
  });
  const headers = { 'svc-agent': forwarded, 'x-request-id': requestId, 'idempotency-key': requestId };
  const body = { image: (await freshPng()).toString('base64'), sourceUrl: 'https://www.tiktok.com/@a/video/1' };
  return (await call(service, 'POST', path, { as, body, headers })).body;
}

test('reports images that agents send over HTTP, with references', async () => {
  const agent = testAgent({}, ['svc.write.low_risk']);
  const requestId = newId();
  const context = { requestId, idempotencyKey: requestId, operation: 'screenshots.reserve', agent: AGENT_CALL };
  const wanted = { createShortLink: false };

  const created = await send(agent, 'screenshots.create', '/screenshots');
  const { screenshot } = await service.shots(agent, context).reserveScreenshot(wanted);
  await send(agent, 'screenshots.upload', `/screenshots/${screenshot?.screenshotId}/upload`);

  const sourceUrl = 'https://www.tiktok.com/@a/video/1';
  const { screenshotId } = screenshot ?? {};
  expect(await reportedToolCalls(service.pool, agent.userId, service.delivered)).toMatchObject([
    {
      operation: 'screenshots.create',
      actorId: 'desk',
      tier: 1,
      handles: { screenshotId: created.screenshotId, sourceUrl },
    },
    { operation: 'screenshots.reserve', handles: { screenshotId, shortId: screenshot?.shortId, pending: true } },
    { operation: 'screenshots.upload', handles: { screenshotId, sourceUrl, uploaded: true } },
  ]);
});

test('names the agent in the activity of a deal it links a screenshot to', async () => {
  const agent = testAgent({}, ['svc.write.low_risk']);
  const { dealId } = service.deal.create(agent.userId);
  const requestId = newId();
  const context = { requestId, operation: 'screenshots.reserve', tier: 1, agent: AGENT_CALL };

  await service.shots(agent, context).reserveScreenshot({ createShortLink: false, dealId });

  expect(service.told.activity.filter((entry) => entry.dealId === dealId)).toMatchObject([
    { requestId, actorKind: 'agent', agent: { source: 'https', actorId: 'desk', channel: null, approvalId: null } },
  ]);
});

test("does not report users' uploads, or proofs attached to a view log", async () => {
  const user = testUser();
  const agent = testAgent({ userId: user.userId }, ['svc.write.low_risk']);
  const { dealId, videoId } = service.deal.create(user.userId);
  const body = { image: (await freshPng()).toString('base64') };
  const { screenshotId } = (await call(service, 'POST', '/screenshots', { as: user, body })).body;

  const context = { operation: 'deals.add_view_log', tier: 1, agent: AGENT_CALL };
  await service.as(agent, ProofService, context).attachProof({ screenshotId, dealId, videoId });

  expect(await reportedToolCalls(service.pool, user.userId, service.delivered)).toEqual([]);
});
