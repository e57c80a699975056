/** Access to the copilot's administration, and malformed input to its routes. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@svc/operations/registry/define-operation';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { callApi } from '@svc/scripts/stack/http';
import * as fc from 'fast-check';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf, ErrorAnswer } from '../answers.ts';
import { useCopilot } from '../database.ts';
import { sampleInput } from '../inputs/sample-input.ts';

const stack = await sharedStack();

const ADMINISTRATION = OPERATIONS.filter(({ name }) => name.startsWith('admin.copilot.'));
const WRITES = OPERATIONS.filter(
  ({ name, http }) => /^(?:admin\.)?copilot\./.test(name) && [http.method].flat()[0] !== 'GET',
);
const PAGED = ['/api/admin/copilot/usage', '/api/admin/copilot/provider-configs'];

const NEVER = '01900000-0000-7000-8000-00000000dead';
const ID = /:\w+/g;

let admin: Session;
let user: Session;

beforeAll(async () => {
  admin = await stack.signInAsAdmin();
  user = await stack.signUp();
});

function send({ http }: Operation, token: string | undefined, body: unknown) {
  const method = [http.method].flat()[0] ?? 'GET';
  const path = `/api${http.path.replaceAll(ID, NEVER)}`;
  return callApi<ErrorAnswer>(stack.gatewayUrl, method, path, { token, ...(method === 'GET' ? {} : { body }) });
}

test.each(ADMINISTRATION.map((operation) => ({ name: operation.name, operation })))(
  '$name is refused to users, and asks signed-out callers to sign in',
  async ({ operation }) => {
    const body = sampleInput(operation.input, {});

    const [asUser, signedOut] = [await send(operation, user.token, body), await send(operation, undefined, body)];

    expect([asUser.status, asUser.body.error.code, signedOut.status]).toEqual([403, 'ADMIN_REQUIRED', 401]);
  },
);

test.each(WRITES.map((operation) => ({ name: operation.name, operation })))(
  'no JSON body makes $name answer 5xx',
  async ({ operation }) => {
    const token = operation.name.startsWith('admin.') ? admin.token : user.token;

    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (body) => {
        expect((await send(operation, token, body)).status).toBeLessThan(500);
      }),
      { numRuns: 12 },
    );
  },
);

describe.each(PAGED)('%s', (path) => {
  test.each(['limit=0', 'limit=-1', 'limit=1e9', 'limit=abc', 'limit=1&limit=2', 'page=0', 'page=10001', 'page=x'])(
    'refuses %s by its name',
    async (query) => {
      const { status, body } = await admin.get<ErrorAnswer>(`${path}?${query}`);

      expect([status, body.error.code, body.error.details[0]?.path]).toEqual([
        400,
        'VALIDATION_ERROR',
        query.split('=')[0],
      ]);
    },
  );

  test.each(['search=a%00b', `search=${'x'.repeat(101)}`, 'search=a&search=b', 'wrong=1'])(
    'refuses %s',
    async (query) => {
      expect((await admin.get<ErrorAnswer>(`${path}?${query}`)).status).toBe(400);
    },
  );

  test('matches % and _ literally in a search', async () => {
    await useCopilot(stack.databaseAdminUrl, (await stack.signUp()).userId, 1);
    const someone = await stack.signUp();
    await useCopilot(stack.databaseAdminUrl, someone.userId, 1);
    await someone.put('/api/copilot/config', { learningEnabled: true });
    const totalOf = async (search: string) => {
      const { body } = await admin.get<AnswerOf<'admin.copilot.list_usage'>>(
        `${path}?search=${encodeURIComponent(search)}`,
      );
      return body.total;
    };
    const { email } = someone;

    expect(await totalOf(email)).toBe(1);
    expect(await totalOf(email.toUpperCase())).toBe(1);
    expect(await totalOf(`${email.slice(0, 3)}%${email.slice(-3)}`)).toBe(0);
    expect(await totalOf(email.replace('@', '_'))).toBe(0);
    expect(await totalOf(`${email}\\`)).toBe(0);
  });
});

test('the search of conversations matches % and _ literally', async () => {
  for (const title of ['100% of it', '100 days', 'a_b', 'axb'])
    await user.post('/api/copilot/conversations', { title });
  const titlesFor = async (q: string) => {
    const { body } = await user.get<AnswerOf<'copilot.list_conversations'>>(
      `/api/copilot/conversations?q=${encodeURIComponent(q)}`,
    );
    return body.items.map(({ title }) => title);
  };

  expect([await titlesFor('100%'), await titlesFor('A_B'), await titlesFor('%')]).toEqual([
    ['100% of it'],
    ['a_b'],
    ['100% of it'],
  ]);
});
