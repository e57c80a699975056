import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@svc/operations/registry/define-operation';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { callApi } from '@svc/scripts/stack/http';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { connectAgent } from '../agents/bridge-agents.ts';
import type { AnswerOf, ErrorAnswer } from '../answers.ts';
import { sampleInput } from '../inputs/sample-input.ts';

const stack = await sharedStack();

/** The user-facing operations of the copilot, without its administration. */
const COPILOT = OPERATIONS.filter(({ name }) => name.startsWith('copilot.'));

const NEVER = '01900000-0000-7000-8000-00000000dead';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

let user: Session;
let conversationId: string;

beforeAll(async () => {
  user = await stack.signUp();
  conversationId = await converse(user);
});

async function converse(session: Session): Promise<string> {
  const { body } = await session.post<AnswerOf<'copilot.create_conversation'>>('/api/copilot/conversations', {});
  return body.id;
}

/** A path parameter. */
const ID = /:(\w+)/g;
const pathOf = ({ http }: Operation, id = conversationId) => `/api${http.path.replace(ID, id)}`;
const methodOf = ({ http }: Operation) => [http.method].flat()[0] ?? 'GET';

function bodyOf(operation: Operation): object | undefined {
  if (['GET', 'DELETE'].includes(methodOf(operation))) return undefined;
  const inPath = new Set([...operation.http.path.matchAll(ID)].map(([, name]) => name));
  return Object.fromEntries(
    Object.entries(sampleInput(operation.input, { apiKey: 'sk-nothing' })).filter(([name]) => !inPath.has(name)),
  );
}

const call = (
  operation: Operation,
  token: string,
  { id = conversationId, body = bodyOf(operation), query = '' } = {},
) =>
  callApi<ErrorAnswer>(stack.gatewayUrl, methodOf(operation), `${pathOf(operation, id)}${query}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });

test('every route requires a signed-out caller to sign in', async () => {
  for (const operation of COPILOT) {
    for (const method of methodOf(operation) === 'GET' ? ['GET', 'HEAD'] : [methodOf(operation)]) {
      const { status } = await callApi(stack.gatewayUrl, method, pathOf(operation), { body: bodyOf(operation) });
      expect([operation.name, method, status]).toEqual([operation.name, method, 401]);
    }
  }
});

test('a method that a route does not have is refused with 405, signed in or out', async () => {
  const paths = [...new Set(COPILOT.map((operation) => pathOf(operation)))];

  for (const path of paths) {
    const served: readonly string[] = COPILOT.filter((operation) => pathOf(operation) === path).map(methodOf);
    for (const method of METHODS.filter((each) => !served.includes(each))) {
      for (const token of [undefined, user.token]) {
        const { status, headers } = await callApi(stack.gatewayUrl, method, path, token === undefined ? {} : { token });
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(headers.get('allow')).toContain(served[0]);
      }
    }
  }
});

test("a stranger's deal as context gives the same 404 as the deal itself", async () => {
  const stranger = await stack.signUp();
  const { body: deal } = await stranger.post<{ id: string }>('/api/deals', { name: 'Not yours' });
  const messages = (id: string) => `/api/copilot/conversations/${id}/messages`;
  const body = { text: 'What is due?', context: { dealId: deal.id } };

  const refused = await user.post<ErrorAnswer>(messages(conversationId), body);
  const own = await stranger.post<ErrorAnswer>(messages(await converse(stranger)), body);

  const { status, body: read } = await user.get<ErrorAnswer>(`/api/deals/${deal.id}`);
  expect([refused.status, refused.body.error.message]).toEqual([status, read.error.message]);
  expect(status).toBe(404);
  expect(own.status).not.toBe(404);
});

describe('agents', () => {
  test("an agent's token opens no copilot route, with any scopes", async () => {
    const scopes = ['mcp', 'svc.read', 'svc.write.low_risk', 'svc.write.sensitive'];
    const { token } = await connectAgent(stack, user, scopes);

    for (const operation of COPILOT) {
      const { status } = await call(operation, token);
      expect([operation.name, status]).toEqual([operation.name, 401]);
      const bridged = await callApi(
        stack.gatewayUrl,
        methodOf(operation),
        pathOf(operation).replace('/api', '/api/agent'),
        {
          token,
          headers: { 'x-dd-request-id': operation.name },
          ...(bodyOf(operation) ? { body: bodyOf(operation) } : {}),
        },
      );
      expect([operation.name, bridged.status]).toEqual([operation.name, 404]);
    }
  });

  test('descriptions for agents leave the copilot out; the one for users has all of it', async () => {
    const ofAgents = ['/openapi.json', '/api/ai/schema', '/api/ai/actions', '/api/ai/entities', '/api/agent/schema'];
    for (const path of ofAgents) {
      const { status, body } = await user.get(path);
      const described = JSON.stringify(body);
      const named = COPILOT.filter(({ name, http }) => described.includes(name) || described.includes(http.path));
      expect([path, status, named.map(({ name }) => name)]).toEqual([path, 200, []]);
    }
    const { body } = await user.get<{ paths: Record<string, Record<string, object>> }>('/api/openapi.json');
    for (const { name, http } of COPILOT) {
      const item = body.paths[`/api${http.path.replaceAll(ID, '{$1}')}`] ?? {};
      expect([name, ...Object.keys(item)]).toContain(String(http.method).toLowerCase());
    }
  });
});

describe('bad input', () => {
  const refused = ({ status, body }: { status: number; body: ErrorAnswer }) => [
    status,
    body.error.code,
    body.error.details[0]?.path,
  ];

  test.each(COPILOT.map((operation) => ({ name: operation.name, operation })))(
    'an unknown field of $name is refused by its name',
    async ({ operation }) => {
      const isRead = methodOf(operation) === 'GET';
      const answer = isRead
        ? await call(operation, user.token, { query: '?wrong=1' })
        : await call(operation, user.token, { body: { ...bodyOf(operation), wrong: 1 } });

      expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR', 'wrong']);
    },
  );

  const TEXTS = [
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
    ['a number', 7],
    ['a list', ['a']],
    ['an object', { a: 1 }],
    ['null', null],
    ['blanks', ' \n '],
    ['too long', 'x'.repeat(8_001)],
  ] as const;

  test.each(TEXTS)('a message that is %s is refused', async (_what, text) => {
    const answer = await user.post<ErrorAnswer>(`/api/copilot/conversations/${conversationId}/messages`, { text });

    expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR', 'text']);
  });

  test.each(TEXTS.filter(([, title]) => title !== null))('a title that is %s is refused', async (_what, title) => {
    const answer = await user.patch<ErrorAnswer>(`/api/copilot/conversations/${conversationId}`, { title });

    expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR', 'title']);
  });

  test('invalid values of other fields are refused', async () => {
    const bad: [string, object, string][] = [
      ['/messages', { text: 'a', clientMessageId: 'x'.repeat(65) }, 'clientMessageId'],
      ['/messages', { text: 'a', clientMessageId: 'a\0' }, 'clientMessageId'],
      ['', { archived: 'yes' }, 'archived'],
    ];
    for (const [rest, body, path] of bad) {
      const send = rest === '' ? user.patch : user.post;
      const answer = await send<ErrorAnswer>(`/api/copilot/conversations/${conversationId}${rest}`, body);
      expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR', path]);
    }
    const consent = { scope: 'free', version: '2026-01', granted: true };
    for (const [field, value] of Object.entries({ scope: 'other', version: 7, granted: 'yes' })) {
      const answer = await user.post<ErrorAnswer>('/api/copilot/consent', { ...consent, [field]: value });
      expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR', field]);
    }
    for (const [field, value] of Object.entries({ mode: 'paid', model: 'x'.repeat(301) })) {
      const answer = await user.put<ErrorAnswer>('/api/copilot/config', { [field]: value });
      expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR', field]);
    }
  });

  test.each(['limit=0', 'limit=-1', 'limit=1e9', 'limit=abc', 'limit=1&limit=2'])(
    'a list with %s is refused',
    async (query) => {
      for (const path of ['/api/copilot/conversations', `/api/copilot/conversations/${conversationId}/messages`]) {
        const answer = await user.get<ErrorAnswer>(`${path}?${query}`);
        expect([path, ...refused(answer)]).toEqual([path, 400, 'VALIDATION_ERROR', 'limit']);
      }
    },
  );

  test.each(['days=0', 'days=91', 'days=abc', 'days=1&days=2'])('usage with %s is refused', async (query) => {
    expect(refused(await user.get<ErrorAnswer>(`/api/copilot/usage?${query}`))).toEqual([
      400,
      'VALIDATION_ERROR',
      'days',
    ]);
  });

  test.each(['beforeSeq=0', 'beforeSeq=-1', 'beforeSeq=99999999999', 'beforeSeq=abc'])(
    'messages with %s are refused',
    async (query) => {
      const answer = await user.get<ErrorAnswer>(`/api/copilot/conversations/${conversationId}/messages?${query}`);
      expect(refused(answer)).toEqual([400, 'VALIDATION_ERROR', 'beforeSeq']);
    },
  );
});

describe.each(
  COPILOT.filter(({ http }) => http.path.includes(':')).map((operation) => ({ name: operation.name, operation })),
)('an id given to $name', ({ operation }) => {
  test('that is unknown or another user’s is not found', async () => {
    const stranger = await stack.signUp();

    const others = await call(operation, stranger.token);
    const unknown = await call(operation, stranger.token, { id: NEVER });

    expect([others.status, others.body.error.code, unknown.status]).toEqual([404, 'NOT_FOUND', 404]);
  });

  test.each(['1', 'null', '%00', '%ED%A0%80', `${NEVER}0`, "'; drop table memory.turns; --", 'x'.repeat(2_000)])(
    'that is %s is refused',
    async (id) => {
      const { status } = await call(operation, user.token, { id: id.startsWith('%') ? id : encodeURIComponent(id) });
      expect([400, 404]).toContain(status);
    },
  );
});
