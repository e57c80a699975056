import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@svc/operations/registry/define-operation';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isForAgents, isForUsers } from '@svc/operations/run/checks';
import { callApi, type CallOptions } from '@svc/scripts/stack/http';
import { sharedStack } from '../../shared-stack.ts';
import type { HttpClient } from '../../stack.ts';
import { type BridgeAgent, connectAgent } from '../agents/bridge-agents.ts';
import { daysAgo, type ErrorAnswer, videoUrl } from '../answers.ts';
import { createSharedWorld, type SharedWorld } from '../sharing/everything-shared.ts';
import { twoPixels } from '../short-links/short-link-visits.ts';
import { ELSEWHERE, ID_FIELDS } from './foreign-ids.ts';

const stack = await sharedStack();
let world: SharedWorld;

beforeAll(async () => {
  world = await createSharedWorld(stack);
});

const NEVER = '01900000-0000-7000-8000-00000000dead';

/** Bodies that make each request valid, so that only access can refuse it. */
const BODIES: Readonly<Record<string, object | ((ids: Readonly<Record<string, string>>) => object)>> = {
  'copilot.decide_candidate': { decision: 'reject' },
  'admin.copilot.enable_mcp_server': { enabled: false },
  'admin.copilot.update_mcp_server': { name: 'N' },
  'admin.copilot.update_settings': { copilotFreeDailyLimit: 25 },
  'admin.decide_short_link_report': { decision: 'dismiss' },
  'admin.switch_external_share': { disabled: false },
  'admin.switch_short_link': { disabled: false },
  'admin.update_settings': { allowPublicSignup: true },
  'admin.update_user': { role: 'user' },
  'auth.update_account': { name: 'N' },
  'saved_views.update': { name: 'N' },
  'settings.update': { timeZone: 'UTC' },
  'contacts.update': { name: 'N' },
  'copilot.decide_approval': { decision: 'deny' },
  'copilot.send_message': { text: 'T' },
  'copilot.update_conversation': { title: 'T' },
  'influencers.update': { name: 'N' },
  'deals.update': { name: 'N' },
  'external_shares.update': { maxViews: 5 },
  'payments.create': { direction: 'incoming', amount: 1 },
  'payments.update': { amount: 2 },
  'short_links.update': { title: 'T' },
  'tasks.update': { title: 'T' },
  'teams.invite_member': { email: 'x@example.com' },
  'teams.share': ({ dealId }) => ({ entityType: 'deal', entityId: dealId }),
  'teams.update_member': { role: 'member' },
  'teams.update': { name: 'N' },
  'templates.deal.update': { name: 'N' },
  'templates.message.update': { name: 'N' },
  'deals.add_video': { url: videoUrl(31), postDate: daysAgo(1) },
  'deals.update_video': { title: 'T' },
  'deals.add_view_log': ({ videoId }) => ({ videoId, value: 1 }),
  'deals.replace_view_log_screenshot': { screenshotId: null },
  'deals.update_view_log': { value: 1 },
  'screenshots.link': ({ dealId }) => ({ dealId }),
  'screenshots.update': { note: 'N' },
  'screenshots.upload_content': twoPixels(),
};

/** User-only routes with ids in their path. */
const WITH_ID = OPERATIONS.filter(
  (operation) => operation.access === 'user' && isForUsers(operation) && operation.http.path.includes(':'),
);

function idsFor(operation: Operation): Readonly<Record<string, string>> {
  const { ids } = world;
  if (operation.name.startsWith('templates.deal')) return { ...ids, templateId: ids['dealTemplateId'] ?? '' };
  if (operation.name === 'teams.end_share') return { ...ids, shareId: ids['teamShareId'] ?? '' };
  if (operation.name.startsWith('agent_connection.')) return { ...ids, requestId: ids['connectionRequestId'] ?? '' };
  return ids;
}

async function call(
  client: HttpClient,
  operation: Operation,
  ids: Readonly<Record<string, string>>,
  options: CallOptions = {},
) {
  const path = `/api${operation.http.path.replaceAll(/:(\w+)/g, (_match, name: string) => ids[name] ?? `no ${name}`)}`;
  const entry = BODIES[operation.name];
  const body = typeof entry === 'function' ? entry(ids) : entry;
  const headers = body instanceof Uint8Array ? { ...options.headers, 'content-type': 'image/bmp' } : options.headers;
  const [method] = [operation.http.method].flat();
  if (method === 'GET') return client.get<ErrorAnswer>(path, options);
  if (method === 'DELETE') return client.delete(path, options);
  const send = { POST: client.post, PUT: client.put, PATCH: client.patch }[method ?? 'POST'] ?? client.post;
  return send<ErrorAnswer>(path, body ?? {}, { ...options, ...(headers === undefined ? {} : { headers }) });
}

function withoutRequestId(body: unknown): object {
  return { ...(body as ErrorAnswer).error, requestId: '' };
}

describe.each(WITH_ID.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  test.each(['stranger', 'removed'] as const)('tells a %s the same as for ids that never existed', async (who) => {
    const ids = idsFor(operation);
    const never = Object.fromEntries(Object.keys(ids).map((name) => [name, NEVER]));

    const real = await call(world[who], operation, ids);
    const absent = await call(world[who], operation, never);

    expect([operation.name, real.status]).toEqual([operation.name, 404]);
    expect(withoutRequestId(real.body)).toEqual(withoutRequestId(absent.body));
  });

  test('requires a signed-out caller to sign in', async () => {
    expect((await call(stack.anyone, operation, idsFor(operation))).status).toBe(401);
  });
});

test.each(['stranger', 'removed'] as const)(
  'a shared short link, its share and its deal look nonexistent to a %s',
  async (who) => {
    const { ids, teamId } = world;
    const link = (deal: string) => ({ url: 'https://example.com/', dealId: deal });
    const share = (linkId: string) => ({ entityType: 'short_link', entityId: linkId });
    const asked = (real: string, send: (id: string) => Promise<{ status: number; body: unknown }>) =>
      Promise.all([send(ids[real] ?? ''), send(NEVER)]);

    const pairs = [
      await asked('linkShareId', (id) => world[who].delete(`/api/teams/${teamId}/share/${id}`)),
      await asked('linkId', (id) => world[who].post(`/api/teams/${teamId}/share`, share(id))),
      await asked('dealId', (id) => world[who].post('/api/shorten', link(id))),
    ];

    for (const [real, absent] of pairs) {
      expect(real!.status).toBe(absent!.status);
      expect(withoutRequestId(real!.body)).toEqual(withoutRequestId(absent!.body));
    }
    expect(pairs.map(([real]) => real!.status)).toEqual([404, 404, 400]);
  },
);

describe("another user's id in a body or query", () => {
  let own: Readonly<Record<string, string>>;
  let agent: BridgeAgent;

  beforeAll(async () => {
    const { stranger } = world;
    agent = await connectAgent(stack, stranger, ['mcp']);
    const create = async (path: string, body: object) => {
      const made = await stranger.post<{ id?: string; screenshotId?: string }>(path, body);
      return made.body.id ?? made.body.screenshotId ?? '';
    };
    own = {
      dealId: await create('/api/deals', { name: 'Own' }),
      taskId: await create('/api/tasks', { title: 'Own' }),
      linkId: await create('/api/shorten', { url: 'https://example.com/own' }),
      screenshotId: await create('/api/screenshots/reserve', {}),
      teamId: await create('/api/teams', { name: 'Own' }),
    };
  });

  const sent = (operation: Operation, input: Readonly<Record<string, unknown>>) => {
    const asText = (value: unknown) => (Array.isArray(value) ? value.join() : String(value));
    const [method] = [operation.http.method].flat();
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [name, asText(value)]),
    );
    return method === 'GET' ? { query: `?${query}` } : { query: '', body: input };
  };
  const path = ({ http }: Operation, ids: Readonly<Record<string, string>>) =>
    http.path.replaceAll(/:(\w+)/g, (_match, name: string) => ids[name] ?? `no ${name}`);

  test.each(ID_FIELDS)(
    "looks nonexistent as $field of $operation, to a stranger and a stranger's agent",
    async (row) => {
      const { operation: name, field, of, beside = {}, answersAll } = row;
      const operation = OPERATIONS.find((each) => each.name === name)!;
      const [method = 'GET'] = [operation.http.method].flat();
      const ask = async (id: string, base: string, options: CallOptions) => {
        const { query, body } = sent(operation, { ...beside, [field]: field.endsWith('s') ? [id] : id });
        const url = `${base}${path(operation, own)}${query}`;
        const answer = await callApi<ErrorAnswer>(stack.gatewayUrl, method, url, {
          ...options,
          ...(body ? { body } : {}),
        });
        return { status: answer.status, body: answer.status >= 400 ? withoutRequestId(answer.body) : answer.body };
      };
      const compare = async (base: string, options: () => CallOptions) => {
        const real = await ask(world.ids[of] ?? '', base, options());
        expect(real).toEqual(await ask(NEVER, base, options()));
        // Nothing may be written: the answer is an error, or a list without the record.
        expect([real.status >= 400 || method === 'GET' || answersAll === true]).toEqual([true]);
      };

      await compare('/api', () => ({ token: world.stranger.token }));
      if (isForAgents(operation) && operation.tier < 2)
        await compare('/api/agent', () => ({ token: agent.token, headers: { 'x-dd-request-id': randomUUID() } }));
    },
  );

  test.each(WITH_ID.filter(({ http }) => /:(dealId|teamId).*:/.test(http.path)).map(({ name }) => name))(
    "looks nonexistent in the path of %s, below the caller's own record",
    async (name) => {
      const operation = OPERATIONS.find((each) => each.name === name)!;
      const parent = operation.http.path.includes(':dealId') ? 'dealId' : 'teamId';
      const ids = { ...idsFor(operation), [parent]: own[parent] ?? '' };
      const never = {
        ...Object.fromEntries(Object.keys(ids).map((each) => [each, NEVER])),
        [parent]: own[parent] ?? '',
      };

      const real = await call(world.stranger, operation, ids);
      const absent = await call(world.stranger, operation, never);

      expect([real.status, withoutRequestId(real.body)]).toEqual([404, withoutRequestId(absent.body)]);
    },
  );

  test('is covered for every id field of every user operation', () => {
    const fields = OPERATIONS.filter(({ access }) => access === 'user').flatMap(({ name, http, input }) =>
      Object.keys(input.shape)
        .filter((field) => /Ids?$/.test(field) && !http.path.includes(`:${field}`))
        .map((field) => `${name} ${field}`),
    );
    const known = [...ID_FIELDS.map(({ operation, field }) => `${operation} ${field}`), ...Object.keys(ELSEWHERE)];

    expect(fields.filter((each) => !known.includes(each))).toEqual([]);
    expect(known.filter((each) => !fields.includes(each))).toEqual([]);
  });
});

describe('a change with a stale version', () => {
  let admin: HttpClient;
  let reportId: string;
  let serverId: string;

  beforeAll(async () => {
    admin = await stack.signInAsAdmin();
    const link = await world.owner.get<{ shortId: string }>(`/api/shorten/${world.ids['linkId']}`);
    await stack.anyone.post(`/api/shortener/v1/links/${link.body.shortId}/report`, { reason: 'Spam' });
    const reports = await admin.get<{ items: { id: string }[] }>('/api/admin/short-link-reports?status=open');
    reportId = reports.body.items[0]?.id ?? '';
    const server = { name: 'Notes', slug: 'notes', url: 'https://mcp.example.com/mcp', transport: 'http' };
    const added = await admin.post<{ server: { id: string } }>('/api/admin/copilot/mcp-servers', server);
    serverId = added.body.server.id;
  });

  const checked = OPERATIONS.filter(({ http }) => http.version === 'checked');

  test.each(checked.map((operation) => ({ name: operation.name, operation })))(
    'is refused by $name',
    async ({ operation }) => {
      const client = operation.access === 'admin' ? admin : world.owner;
      const ids = { ...idsFor(operation), reportId, serverId };

      const { status, body } = await call(client, operation, ids, { headers: { 'If-Match': '"900000000"' } });

      expect([status, (body as ErrorAnswer).error.code.toUpperCase()]).toEqual([412, 'VERSION_CONFLICT']);
    },
  );
});
