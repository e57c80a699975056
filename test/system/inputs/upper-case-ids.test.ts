import { beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { type BridgeAgent, bridgeCalls, connectAgent, requestApproval } from '../agents/bridge-agents.ts';
import type { List } from '../answers.ts';
import { createScreenshot, dealWithVideo, pixel } from '../screenshots/screenshots.ts';
import { joinTeam } from '../sharing/joining.ts';

const stack = await sharedStack();
let user: Session;
let teamId: string;
let dealId: string;

beforeAll(async () => {
  user = await stack.signUp();
  teamId = (await user.post<{ id: string }>('/api/teams', { name: 'Upper' })).body.id;
  dealId = (await user.post<{ id: string }>('/api/deals', { name: 'Spelled' })).body.id;
});

const upper = (id: string) => id.toUpperCase();

test('an id in upper case is the same team in a path, and the same record in a body', async () => {
  const path = `/api/teams/${upper(teamId)}`;

  const shared = await user.post<{ id: string }>(`${path}/share`, { entityType: 'deal', entityId: upper(dealId) });

  expect(shared).toMatchObject({ status: 201, body: { teamId, entityId: dealId } });
  expect(shared.headers.get('location')).toBe(`/api/teams/${teamId}/shares`);
  expect((await user.get<List<{ id: string }>>(`${path}/shares`)).body.items).toMatchObject([{ id: shared.body.id }]);
  expect((await user.get(`${path}/templates`)).status).toBe(200);
  expect((await user.delete(`${path}/share/${upper(shared.body.id)}`)).status).toBe(204);
});

test('an id in upper case is the same record of a shared link', async () => {
  const link = await user.post<{ id: string }>('/api/shares/external', { entityType: 'deal', entityId: upper(dealId) });

  const changed = await user.put(`/api/shares/external/${upper(link.body.id)}`, {
    entityId: upper(dealId),
    maxViews: 9,
  });

  expect(link).toMatchObject({ status: 201, body: { entityId: dealId } });
  expect(changed).toMatchObject({ status: 200, body: { id: link.body.id, entityId: dealId } });
});

test('an id in upper case is the same user: to whom a task is assigned, and who leaves a team', async () => {
  const member = await stack.signUp();
  await joinTeam(user, teamId, member, 'member');

  const task = await user.post('/api/tasks', { title: 'T', assigneeId: upper(user.userId) });
  const left = await member.delete(`/api/teams/${upper(teamId)}/members/${upper(member.userId)}`);

  expect(task).toMatchObject({ status: 201, body: { assigneeId: user.userId } });
  expect(left.status).toBe(204);
});

test('linking a screenshot to the same pair in upper case changes nothing', async () => {
  const pair = await dealWithVideo(user, 8_801);
  const { screenshotId } = await createScreenshot(user, pixel(8_801));
  const path = `/api/screenshots/${screenshotId}/link`;
  const link = await user.post<{ version: number }>(path, pair);

  const again = await user.post(path, { dealId: upper(pair.dealId), videoId: upper(pair.videoId) });

  expect(again.body).toMatchObject({ ...pair, version: link.body.version });
});

test('an approval of a call with an id in upper case is one for the id in lower case', async () => {
  const agent: BridgeAgent = await connectAgent(stack, user, ['svc.read', 'svc.write.sensitive']);
  const asked = await requestApproval(stack, agent, 'DELETE', `/deals/${upper(dealId)}`);
  await user.post(`/api/approvals/${asked.approvalId}/approve`);
  const call = bridgeCalls(stack, { authorization: `Bearer ${agent.token}` });

  const deleted = await call('DELETE', `/deals/${dealId}`, { approvalId: upper(asked.approvalId) });

  expect(deleted.status).toBe(204);
});
