import { randomUUID as newId } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import type { Suggestion } from '@svc/proto/deal/v1/suggestion_service';
import type { Task } from '@svc/proto/deal/v1/task_service';
import { startTestGateway, type StubHandlers, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway | undefined;

afterEach(() => gateway?.stop());

const TIME = new Date('2026-05-01T10:00:00.000Z');
const ACCESS = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };

function suggestion(fields: Partial<Suggestion> = {}): Suggestion {
  return {
    id: newId(),
    ownerId: newId(),
    kind: 'follow_up',
    title: 'Ask again',
    body: 'No answer.',
    status: 'open',
    proposedBy: 'agent',
    createdAt: TIME,
    updatedAt: TIME,
    version: 1,
    ...fields,
  };
}

function task(title: string): Task {
  const fields = { status: 'todo', priority: 'normal', canChangeStatus: true, access: ACCESS };
  return { id: newId(), ownerId: newId(), title, createdAt: TIME, updatedAt: TIME, version: 1, ...fields };
}

/** The gateway over one suggestion, recording calls in order. */
async function start(proposedChange: Suggestion['proposedChange'], createTask: (title: string) => Task = task) {
  const calls: string[] = [];
  const stored = suggestion({ proposedChange: proposedChange ?? null });
  const keys: (string | undefined)[] = [];
  const proposers: unknown[] = [];
  const handlers: StubHandlers = {
    suggestions: {
      createSuggestion: async (request) => ({ suggestion: suggestion({ ...request }) }),
      claimSuggestion: async () => {
        calls.push('claim');
        const proposer = { source: 'mcp', actorId: 'assistant', channel: null, approvalId: null };
        return { claimId: 'the-claim', suggestion: stored, proposer };
      },
      releaseSuggestion: async ({ claimId }) => {
        calls.push(`release ${claimId}`);
        return {};
      },
      acceptSuggestion: async ({ claimId, resultId }) => {
        calls.push(`accept ${claimId}`);
        return {
          suggestion: { ...stored, status: 'accepted', decidedAt: TIME, resultId: resultId ?? null, version: 2 },
        };
      },
    },
    tasks: {
      createTask: async ({ title }, { context, user }) => {
        calls.push(`task ${title} ${context.operation} ${user.userId}`);
        keys.push(context.idempotencyKey);
        proposers.push(context.agent);
        return { task: createTask(title) };
      },
    },
  };
  gateway = await startTestGateway({ handlers });
  const { token, user } = gateway.signIn();
  const post = async (path: string, body: object = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await gateway!.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { calls, keys, proposers, stored, user, post };
}

const CREATE_TASK = { operation: 'tasks.create', inputJson: '{"title":"Call back"}' };

test('accepting claims the suggestion, runs the change as the user under its own key, and returns the id of the result', async () => {
  const created = task('Call back');
  const { calls, keys, stored, user, post } = await start(CREATE_TASK, () => created);

  const { status, body } = await post(`/api/suggestions/${stored.id}/accept`);

  expect([status, body.status, body.resultId]).toEqual([200, 'accepted', created.id]);
  expect(body.proposedChange).toEqual({ operation: 'tasks.create', input: { title: 'Call back' } });
  expect(calls).toEqual(['claim', `task Call back tasks.create ${user.userId}`, 'accept the-claim']);
  expect(keys).toEqual([`suggestion:${stored.id}`]);
});

test('the change names the agent that proposed it', async () => {
  const { proposers, stored, post } = await start(CREATE_TASK);

  await post(`/api/suggestions/${stored.id}/accept`);

  expect(proposers).toEqual([{ surface: 'mcp', actorId: 'assistant' }]);
});

test('a failed change is returned as the error, and the suggestion is released', async () => {
  const { calls, stored, post } = await start(CREATE_TASK, () => {
    throw appError('VALIDATION_ERROR', 'There is no such deal.');
  });

  const { status, body } = await post(`/api/suggestions/${stored.id}/accept`);

  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'There is no such deal.' });
  expect(calls.at(-1)).toBe('release the-claim');
});

test('a suggestion without a change can be accepted', async () => {
  const { calls, stored, post } = await start(null);

  const { status, body } = await post(`/api/suggestions/${stored.id}/accept`);

  expect([status, body.status, body.resultId]).toEqual([200, 'accepted', null]);
  expect(calls).toEqual(['claim', 'accept the-claim']);
});

test.each([
  ['an operation that is not there', 'tasks.explode', {}],
  ['a read', 'tasks.list', {}],
  ['a delete', 'tasks.delete', { taskId: newId() }],
  ['an operation that is closed to agents', 'suggestions.accept', { suggestionId: newId() }],
])('%s cannot be proposed', async (_what, operation, input) => {
  const { post } = await start(null);
  const change = { kind: 'k', title: 't', body: 'b', proposedChange: { operation, input } };

  const { status, body } = await post('/api/suggestions', change);

  expect(status).toBe(400);
  expect(body.error).toMatchObject({ details: [{ path: 'proposedChange.operation' }] });
});

test('a proposed input that its operation would refuse is refused at creation, with the path of the error', async () => {
  const { post } = await start(null);
  const proposedChange = { operation: 'tasks.create', input: { title: 'Call back', status: 'paid', colour: 'red' } };

  const { status, body } = await post('/api/suggestions', { kind: 'k', title: 't', body: 'b', proposedChange });

  expect(status).toBe(400);
  const { details } = body.error as { details: { path: string; message: string }[] };
  expect(details.map(({ path }) => path).sort()).toEqual([
    'proposedChange.input.colour',
    'proposedChange.input.status',
  ]);
  for (const { path, message } of details) expect(message).toContain(`\`${path}\``);
});

test('a proposed input is stored as sent', async () => {
  const { post } = await start(null);
  const proposedChange = { operation: 'tasks.create', input: { title: ' Call back ', dueDate: null } };

  const { status, body } = await post('/api/suggestions', { kind: 'k', title: 't', body: 'b', proposedChange });

  expect([status, body.proposedChange]).toEqual([201, proposedChange]);
});

test('a change proposed with the name of its tool is stored with the name of its operation', async () => {
  const { post } = await start(null);
  const proposedChange = { operation: 'tasks_create', input: { title: 'Call back' } };

  const { status, body } = await post('/api/suggestions', { kind: 'k', title: 't', body: 'b', proposedChange });

  expect([status, body.proposedChange]).toEqual([201, { ...proposedChange, operation: 'tasks.create' }]);
});
