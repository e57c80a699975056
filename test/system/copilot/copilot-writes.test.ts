/** @lane waiting */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callTools, type ModelServer, say, startModelServer } from '@svc/copilot/testing/model-server';
import { PROCESS_NAMES } from '@svc/topology/processes';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import { type AnswerOf, daysAgo, type Deal, type ErrorAnswer, type List, videoUrl } from '../answers.ts';
import { dumpTables, endTurnLeases } from '../database.ts';
import { whileFrozen } from '../processes/freeze.ts';
import { joinTeam } from '../sharing/joining.ts';
import { openStream, wholeOf } from './copilot-talk.ts';

let model: ModelServer;
let stack: OwnStack;

beforeAll(async () => {
  model = await startModelServer();
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 65_536, supportsTools: true }];
  stack = await startOwnStack('kills', {
    without: ['shortener', 'screenshot'],
    environment: {
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'main', baseUrl: model.baseUrl, key: 'main', models }]),
      COPILOT_POOL_KEYS_JSON: JSON.stringify({ main: 'sk-pool-key' }),
    },
  });
});

afterEach(() => model.answer((_call, response) => say(response, 'Done.')));

afterAll(async () => {
  await stack?.stop();
  await model?.stop();
});

/** A user who has consented, and a conversation. */
async function begun(): Promise<{ user: Session; id: string }> {
  const user = await stack.signUp();
  const { requiredConsentVersion: version } = (await user.get<AnswerOf<'copilot.get_config'>>('/api/copilot/config'))
    .body;
  await user.post('/api/copilot/consent', { scope: 'free', version, granted: true });
  const { body } = await user.post<AnswerOf<'copilot.create_conversation'>>('/api/copilot/conversations', {});
  return { user, id: body.id };
}

/** Makes the model call these tools one after another, then answer "Done." */
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

async function ask(user: Session, id: string, text = 'Do it.') {
  const path = `/api/copilot/conversations/${id}/messages`;
  const stream = await openStream(stack.gatewayUrl, 'POST', path, { token: user.token, body: { text } });
  return wholeOf(stream);
}

const recordsOf = async (user: Session) =>
  (await user.get<AnswerOf<'agent_connection.get'>>('/api/settings/agent-connection?limit=50')).body.recentLogs;

test("the copilot's writes name it in activity, view logs, suggestions and the record of calls", async () => {
  const { user, id } = await begun();
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kiteline spring', promoCode: 'KITE' });
  const { body: video } = await user.post<{ id: string }>(`/api/deals/${deal.id}/videos`, {
    url: videoUrl(1),
    postDate: daysAgo(3),
  });
  plan(
    // Names of the user's own deals, once read, make no later write ask.
    ['deals.due_views', {}],
    ['deals.add_view_log', { dealId: deal.id, videoId: video.id, value: 1_200 }],
    ['tasks.create', { title: 'Call the brand', dealId: deal.id }],
    ['suggestions.create', { kind: 'reminder', title: 'Ask for the invoice', body: 'It is due.' }],
  );

  const { message } = await ask(user, id);

  const tools = (message?.parts ?? []).filter(({ type }) => type === 'dynamic-tool');
  expect(tools).toMatchObject([
    { toolName: 'deals.due_views', state: 'output-available' },
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
    expect(records.map(({ operation, surface }) => `${operation} by ${surface}`).toSorted()).toEqual([
      'deals.add_view_log by copilot',
      'suggestions.create by copilot',
      'tasks.create by copilot',
    ]);
  });
});

/** A user whose copilot has requested approval for a change of their deal. */
async function asked(operation = 'deals.update') {
  const { user, id } = await begun();
  const { body: deal } = await user.post<Deal>('/api/deals', { name: 'Kiteline spring', price: 100 });
  plan([operation, { dealId: deal.id, ...(operation === 'deals.update' && { price: 120 }) }]);
  const { events, message } = await ask(user, id);
  const question = message?.parts.find(({ type }) => type === 'data-approval');
  const { approvalId } = (question as { data: { approvalId: string } }).data;
  return { user, id, deal, approvalId, events, message };
}

const decide = (user: Session, approvalId: string, body: object) =>
  user.post<AnswerOf<'copilot.decide_approval'> & ErrorAnswer>(`/api/copilot/approvals/${approvalId}/decision`, body);
const dealOf = async (user: Session, { id }: Deal) => (await user.get<Deal>(`/api/deals/${id}`)).body;
const turnIn = async (user: Session, id: string) => {
  const { body } = await user.get<AnswerOf<'copilot.list_messages'>>(`/api/copilot/conversations/${id}/messages`);
  return body.items[0];
};

test('a sensitive write waits for the user, in the chat and on Approvals, and runs once approved', async () => {
  const { user, id, deal, approvalId, message } = await asked();

  expect(message?.parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([
    { toolName: 'deals.update', state: 'approval-requested', approval: { id: approvalId } },
  ]);
  const { body: conversation } = await user.get<AnswerOf<'copilot.get_conversation'>>(
    `/api/copilot/conversations/${id}`,
  );
  const approvals = [{ approvalId, toolCallId: 'c1-1', operation: 'deals.update', status: 'pending' }];
  expect(conversation.activeTurn).toMatchObject({ status: 'awaiting_approval', approvals });
  const { body: waiting } = await user.get<AnswerOf<'approvals.list'>>('/api/approvals?status=pending');
  expect(waiting.items).toMatchObject([
    {
      approvalId,
      operation: 'deals.update',
      conversationId: id,
      agentName: null,
      summary: 'Update a deal: Kiteline spring',
    },
  ]);
  expect((await dealOf(user, deal)).price).toBe(100);

  const { status, body } = await decide(user, approvalId, { decision: 'approve' });

  expect([status, body.approval.status, body.turn.status]).toEqual([202, 'approved', 'running']);
  const path = `/api/copilot/conversations/${id}/stream`;
  const { message: whole } = await wholeOf(await openStream(stack.gatewayUrl, 'GET', path, { token: user.token }));
  expect(JSON.parse(JSON.stringify(whole?.parts))).toEqual((await turnIn(user, id))?.parts);
  expect((await dealOf(user, deal)).price).toBe(120);
  await eventually(async () => {
    const { body: activity } = await user.get<List<object>>(`/api/deals/${deal.id}/activity`);
    expect(activity.items[0]).toMatchObject({ agentSource: 'copilot', agent: { tier: 2, approvalId } });
    const { body: approval } = await user.get<AnswerOf<'approvals.get'>>(`/api/approvals/${approvalId}`);
    expect(approval.status).toBe('used');
  });
});

test('of concurrent decisions in the chat and on Approvals one wins, and the change is made once', async () => {
  const { user, id, deal, approvalId } = await asked();

  const answers = await Promise.all([
    decide(user, approvalId, { decision: 'approve' }),
    user.post(`/api/approvals/${approvalId}/approve`, {}),
    decide(user, approvalId, { decision: 'approve' }),
  ]);

  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  await eventually(async () => expect((await turnIn(user, id))?.turnStatus).toBe('completed'));
  expect(await dealOf(user, deal)).toMatchObject({ price: 120, version: deal.version + 1 });
});

test('an approval on Approvals resumes the turn without a follower, for a deletion too', async () => {
  const { user, id, deal, approvalId } = await asked('deals.delete');

  expect((await user.post(`/api/approvals/${approvalId}/approve`, {})).status).toBe(200);

  await eventually(async () => expect((await turnIn(user, id))?.turnStatus).toBe('completed'));
  expect((await user.get(`/api/deals/${deal.id}`)).status).toBe(404);
});

test('strangers find no approval, a stale approval changes nothing, and an edited input is validated', async () => {
  const { user, id, deal, approvalId } = await asked();
  const stranger = await stack.signUp();
  expect((await decide(stranger, approvalId, { decision: 'approve' })).status).toBe(404);
  const edit = { decision: 'approve', input: { dealId: deal.id, price: 'much' } };
  const refused = await decide(user, approvalId, edit);
  expect([refused.status, refused.body.error.details[0]?.path]).toEqual([400, 'input.price']);
  await user.patch(`/api/deals/${deal.id}`, { price: 150 });

  await decide(user, approvalId, { decision: 'approve' });

  await eventually(async () => expect((await turnIn(user, id))?.turnStatus).toBe('completed'));
  expect((await turnIn(user, id))?.parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([
    { state: 'output-error', errorText: expect.stringMatching(/^APPROVAL_STALE/) },
  ]);
  expect((await dealOf(user, deal)).price).toBe(150);
});

test('a new message withdraws a pending approval', async () => {
  const { user, id, deal, approvalId } = await asked();
  plan();

  await ask(user, id);

  await eventually(async () => {
    const { status, body } = await decide(user, approvalId, { decision: 'approve' });
    expect([status, body.error.code]).toEqual([410, 'APPROVAL_EXPIRED']);
  });
  expect((await dealOf(user, deal)).price).toBe(100);
});

test('a copilot killed during an approved change makes it exactly once, and the turn completes', async () => {
  const { user, id, deal, approvalId } = await asked();
  const statusOf = async () => (await user.get<AnswerOf<'approvals.get'>>(`/api/approvals/${approvalId}`)).body.status;

  await whileFrozen(stack.pid('deal'), async () => {
    await decide(user, approvalId, { decision: 'approve' });
    await eventually(async () => expect(await statusOf()).toBe('executing'));
    stack.kill('copilot', 'SIGKILL');
  });
  await endTurnLeases(stack.databaseAdminUrl);

  await eventually(async () => expect((await turnIn(user, id))?.turnStatus).toBe('completed'));
  expect(await dealOf(user, deal)).toMatchObject({ price: 120, version: deal.version + 1 });
  expect(await statusOf()).toBe('used');
});

const TASKS = '/api/tasks';
const titlesOf = async (user: Session) =>
  (await user.get<List<{ title: string }>>(TASKS)).body.items.map(({ title }) => title);
const messagesOf = (user: Session, id: string) => `/api/copilot/conversations/${id}/messages`;

/** Makes the model create a task, runs `act`, and then has the model try to create another. */
function planAround(act: () => Promise<unknown>): void {
  let step = 0;
  model.answer(async (_call, response) => {
    step += 1;
    if (step > 2) return say(response, 'Done.');
    if (step === 2) await act();
    const title = step === 1 ? 'Made before' : 'Made after';
    return callTools(response, { id: 'c', name: 'tasks_create', arguments: JSON.stringify({ title }) });
  });
}

test.each([
  ['signs out', (user: Session) => user.post('/api/auth/logout', {})],
  [
    'is disabled',
    async (user: Session) => (await stack.signInAsAdmin()).patch(`/api/admin/users/${user.userId}`, { disabled: true }),
  ],
])('a user who %s during a turn gets no later change', async (_what, act) => {
  const { user, id } = await begun();
  planAround(() => act(user));

  await (
    await openStream(stack.gatewayUrl, 'POST', messagesOf(user, id), { token: user.token, body: { text: 'Do it.' } })
  ).end;

  await eventually(async () =>
    expect(await dumpTables(stack.databaseAdminUrl, ['memory.turns'])).toMatch(new RegExp(`${id}.*stopped`)),
  );
  await (await stack.signInAsAdmin()).patch(`/api/admin/users/${user.userId}`, { disabled: false });
  const again = await stack.signIn({ email: user.email, password: user.password });
  expect(await titlesOf(again)).toEqual(['Made before']);
});

test('a user who deletes the account during a turn gets no later change, and their rows are removed', async () => {
  const { user, id } = await begun();
  const deleted = Promise.withResolvers<number>();
  planAround(async () => {
    deleted.resolve((await user.delete('/api/auth/account', { body: { password: user.password } })).status);
  });

  await (
    await openStream(stack.gatewayUrl, 'POST', messagesOf(user, id), { token: user.token, body: { text: 'Do it.' } })
  ).end;

  expect(await deleted.promise).toBe(204);
  await eventually(async () => {
    const rows = (await dumpTables(stack.databaseAdminUrl)).split('\n').filter((row) => /^(memory|deal)\./.test(row));
    const left = rows.filter((row) => row.includes(user.userId) || row.includes(id));
    // Outbox and tombstone rows stay until they expire, without the content of messages.
    expect(left.filter((row) => !/^\w+\.\w*(outbox|purge|idempotency|deleted)/.test(row))).toEqual([]);
  }, 180_000);
});

test('a copilot stopped during a change completes it and no more, and a retry reports what was done', async () => {
  const { user, id } = await begun();
  planAround(() => Promise.resolve());
  const before = model.calls.length;

  await whileFrozen(stack.pid('deal'), async () => {
    const path = messagesOf(user, id);
    await openStream(stack.gatewayUrl, 'POST', path, { token: user.token, body: { text: 'Do it.' } });
    await eventually(async () =>
      expect(await dumpTables(stack.databaseAdminUrl, ['memory.tool_calls'])).toContain('tasks.create,running'),
    );
    stack.kill('copilot', 'SIGTERM');
  });

  await eventually(async () =>
    expect(await turnIn(user, id)).toMatchObject({ turnStatus: 'failed', turnErrorCode: 'SERVER_RESTARTED' }),
  );
  expect([await titlesOf(user), model.calls.length - before]).toEqual([['Made before'], 1]);
  model.answer((_call, response) => say(response, 'It is made.'));
  // No retry loop here: a user may send only twenty messages a minute.
  await stack.waitUntilReady();
  await eventually(async () => expect((await user.get('/api/copilot/conversations')).status).toBe(200));
  const path = `/api/copilot/conversations/${id}/retry`;
  const retry = () => openStream(stack.gatewayUrl, 'POST', path, { token: user.token, body: {} });
  let stream = await retry();
  expect([200, 503]).toContain(stream.status);
  await eventually(async () => {
    if (stream.status !== 200) {
      // A turn that started although its answer timed out ends on its own.
      expect(['failed', 'stopped']).toContain((await turnIn(user, id))?.turnStatus);
      stream = await retry();
    }
    expect(stream.status).toBe(200);
  });
  const { message } = await wholeOf(stream);
  expect(message?.parts.at(-1)).toMatchObject({ text: 'It is made.' });
  expect(JSON.stringify(model.calls.at(-1)?.body.messages[0])).toContain('tasks_create {\\"title\\":\\"Made before\\"');
}, 400_000);

test('logs hold no keys, questions, answers or looked-up records, and the database holds no keys', async () => {
  const { user, id } = await begun();
  const secrets = { pool: 'sk-pool-key', own: 'sk-own-key-that-stays-sealed', said: 'Words-that-no-log-repeats' };
  const set = await user.put('/api/copilot/config/byok-key', { provider: 'openai', apiKey: secrets.own });
  expect(set.status).toBe(200);
  const { body: deal } = await user.post<Deal>('/api/deals', { name: `${secrets.said} deal` });
  plan(
    ['deals.get', { dealId: deal.id }],
    ['tasks.create', { title: `${secrets.said} task` }],
    ['deals.get', { dealId: secrets.said }],
  );

  await ask(user, id, `${secrets.said} question`);
  await user.post('/api/copilot/config/test', {});

  const logs = PROCESS_NAMES.map((name) => readFileSync(stack.logFile(name), 'utf8')).join('\n');
  const saidIn = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));
  expect(saidIn(logs, ['TaskService/CreateTask', ...Object.values(secrets)])).toEqual(['TaskService/CreateTask']);
  const rows = await dumpTables(stack.databaseAdminUrl);
  expect(saidIn(rows, Object.values(secrets))).toEqual([secrets.said]);
});

test("of a teammate's deal the copilot gets only what its user sees, without amounts", async () => {
  const { user, id } = await begun();
  const owner = await stack.signUp();
  const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Kiteline spring', price: 41_729_358 });
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Creator desk' });
  await joinTeam(owner, team.id, user, 'member');
  await owner.post(`/api/teams/${team.id}/share`, { entityType: 'deal', entityId: deal.id });
  const shown = await dealOf(user, deal);
  plan(['deals.get', { dealId: deal.id }]);

  const { message } = await ask(user, id);

  const [part] = (message?.parts ?? []).filter(({ type }) => type === 'dynamic-tool');
  expect(shown).toMatchObject({ price: null, access: { redacted: expect.arrayContaining(['price']) } });
  expect(part).toMatchObject({ output: { price: null, access: shown.access } });
  expect(JSON.stringify(model.calls.at(-1)?.body)).not.toContain('41729358');
});
