import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { reportedToolCalls } from '@svc/chassis/testing/reported-tool-calls';
import { identityHeaders } from '@svc/http-host/http/forwarded-identity';
import { paint } from '@svc/images/testing/test-images';
import { v7 as newId } from 'uuid';
import { agentWith, type ShortenerService, startShortener, type TestHosts } from './testing/shortener-service.js';

const AGENT_CALL = { surface: 'mcp' } as const;

let service: ShortenerService;
let hosts: TestHosts;

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

test("agents' links are reported by their ids, without addresses or targets", async () => {
  const agent = agentWith(['svc.write.low_risk', 'svc.write.sensitive']);
  const context = { requestId: newId(), operation: 'short_links.create', tier: 1, agent: AGENT_CALL };
  const request = { url: 'https://private.example.com/', tags: [], reuse: false };

  const { link } = await service.links(agent, context).createShortLink(request);
  await service.links(agent, { ...context, operation: 'short_links.delete' }).deleteShortLink({ linkId: link!.id });

  const records = await reportedToolCalls(service.pool, agent.userId);
  expect(records.map(({ operation, handles }) => [operation, handles])).toEqual([
    ['short_links.create', { linkId: link!.id, shortId: link!.shortId }],
    ['short_links.delete', { linkId: link!.id }],
  ]);
});

test('a photo forwarded by the gateway for an agent is reported, and one from an agent of this host is not', async () => {
  const agent = agentWith(['svc.write.low_risk']);
  const ownAgent = agentWith();
  const photo = await paint(8, 8).png().toBuffer();
  const called = { operation: 'short_links.create_photo', tier: 1, agent: AGENT_CALL };
  const forged = identityHeaders({ assertion: undefined, clientAddress: '', requestId: newId(), agent: called });
  const headers = { 'content-type': 'image/png', 'svc-agent': forged['svc-agent'] ?? '' };
  const ofGateway = await hosts.headersOf({ as: agent, through: 'internal' });

  const answer = await fetch(`${hosts.internalUrl}/dashboard/photos`, {
    method: 'POST',
    headers: { ...ofGateway, ...headers },
    body: new Uint8Array(photo),
  });
  await hosts.call('POST', '/photos', { as: ownAgent, body: photo, headers });

  const { id: linkId, shortId } = (await answer.json()) as { id: string; shortId: string };
  expect(await reportedToolCalls(service.pool, agent.userId)).toMatchObject([
    { operation: 'short_links.create_photo', tier: 1, surface: 'mcp', handles: { linkId, shortId } },
  ]);
  expect(await reportedToolCalls(service.pool, ownAgent.userId)).toEqual([]);
});
