/** @lane waiting */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callTools, say, startModelServer, type ModelServer } from '@svc/copilot/testing/model-server';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, videoUrl, type AnswerOf, type List } from './answers.ts';
import { openStream, wholeOf } from './copilot-talk.ts';

let model: ModelServer;
let stack: OwnStack;

beforeAll(async () => {
  model = await startModelServer();
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 65_536, supportsTools: true }];
  stack = await startOwnStack('settings', {
    environment: {
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'main', baseUrl: model.baseUrl, key: 'main', models }]),
      COPILOT_POOL_KEYS_JSON: JSON.stringify({ main: 'sk-pool-key' }),
    },
  });
}, 90_000);

afterEach(() => model.answer((_call, response) => say(response, 'Done.')));

afterAll(async () => {
  await stack?.stop();
  await model?.stop();
});

/** Somebody who has agreed, with a conversation. */
async function begun(): Promise<{ user: Session; id: string }> {
  const user = await stack.signUp();
  const { requiredConsentVersion: version } = (await user.get<AnswerOf<'copilot.get_config'>>('/api/copilot/config'))
    .body;
  await user.post('/api/copilot/consent', { scope: 'free', version, granted: true });
  const { body } = await user.post<AnswerOf<'copilot.create_conversation'>>('/api/copilot/conversations', {});
  return { user, id: body.id };
}

/** A model that calls one tool after the other, and then says that it is done. */
function plan(...steps: readonly (readonly [operation: string, input: object])[]): void {
  let at = 0;
  model.answer((_call, response) => {
    const [operation, input] = steps[at] ?? [];
    at += 1;
    if (operation === undefined) return say(response, 'Done.');
    return callTools(response, {
      id: 'c',
      name: operation.replaceAll('.', '_'),
      arguments: JSON.stringify(input),
    });
  });
}

async function ask(user: Session, id: string) {
  const path = `/api/copilot/conversations/${id}/messages`;
  const stream = await openStream(stack.gatewayUrl, 'POST', path, { token: user.token, body: { text: 'Do it.' } });
  return wholeOf(stream);
}

const recordsOf = async (user: Session) =>
  (await user.get<AnswerOf<'agent_connection.get'>>('/api/settings/agent-connection?limit=50')).body.recentLogs;

test('what the copilot writes names it: in activity, view logs, suggestions and the record of calls', async () => {
  const { user, id } = await begun();
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kiteline spring', promoCode: 'KITE' });
  const { body: video } = await user.post<{ id: string }>(`/api/deals/${deal.id}/videos`, {
    url: videoUrl(1),
    postDate: daysAgo(3),
  });
  plan(
    ['deals.add_view_log', { dealId: deal.id, videoId: video.id, value: 1_200 }],
    ['tasks.create', { title: 'Call the brand', dealId: deal.id }],
    ['suggestions.create', { kind: 'reminder', title: 'Ask for the invoice', body: 'It is due.' }],
  );

  const { message } = await ask(user, id);

  const tools = (message?.parts ?? []).filter(({ type }) => type === 'dynamic-tool');
  expect(tools).toMatchObject([
    { toolName: 'deals.add_view_log', state: 'output-available' },
    { toolName: 'tasks.create', state: 'output-available' },
    { toolName: 'suggestions.create', state: 'output-available' },
  ]);
  const { body: logs } = await user.get<List<{ source: string }>>(`/api/deals/${deal.id}/views`);
  expect(logs.items).toMatchObject([{ source: 'agent' }]);
  const { body: suggestions } = await user.get<List<object>>('/api/suggestions');
  expect(suggestions.items).toMatchObject([{ proposedBy: 'agent' }]);
  await eventually(async () => {
    const { body } = await user.get<List<object>>(`/api/deals/${deal.id}/activity`);
    expect(body.items[0]).toMatchObject({
      action: 'view_log.added',
      actorKind: 'agent',
      agentSource: 'copilot',
      agent: { operation: 'deals.add_view_log', tier: 1, actorId: null, approvalId: null },
    });
    const records = await recordsOf(user);
    expect(records.map(({ operation, surface }) => [operation, surface]).toSorted()).toEqual([
      ['deals.add_view_log', 'copilot'],
      ['suggestions.create', 'copilot'],
      ['tasks.create', 'copilot'],
    ]);
  });
});
