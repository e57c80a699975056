import { describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { ErrorAnswer, List } from '../answers.ts';
import {
  approve,
  askForApproval,
  createLink,
  hostApi,
  type Link,
  newSlug,
  redeem,
  type Stats,
  twoPixels,
  visit,
} from './short-link-visits.ts';

const stack = await sharedStack();

interface HostLink {
  readonly shortId: string;
  readonly shortUrl: string;
  readonly targetUrl: string;
  readonly owner: string;
  readonly statsUrl: string;
  readonly claimToken?: string;
  readonly directUrl?: string;
}

/** Connects an agent of the user. */
async function signInAgent(user: Session) {
  const code = await askForApproval(stack.shortenerUrl);
  const requestId = await approve(user, code.userCode);
  const { body } = await redeem(stack.shortenerUrl, code);
  const token = body['access_token'] ?? '';
  return { requestId, token, clientId: code.clientId, call: hostApi(stack.shortenerUrl, token) };
}

const refusalOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorAnswer).error.code];

describe('a guest', () => {
  test('makes a plain link, sees its public statistics, and deletes it with its claim token', async () => {
    const guest = hostApi(stack.shortenerUrl);
    const { status, body: link } = await guest<HostLink>('POST', '/links', { body: { url: 'https://example.com/a' } });
    const opened = await visit(link.shortUrl);

    expect([status, link.owner, opened.location]).toEqual([201, 'guest', 'https://example.com/a']);
    await eventually(async () =>
      expect((await guest<Stats>('GET', `/links/${link.shortId}/stats/public`)).body.clicks).toBe(1),
    );
    const remove = (claimToken: string) =>
      guest('DELETE', `/links/${link.shortId}`, { headers: { 'x-claim-token': claimToken } });
    expect((await remove('x'.repeat(43))).status).toBe(404);
    expect((await remove(link.claimToken ?? '')).status).toBe(204);
    await eventually(async () => expect((await visit(link.shortUrl)).status).toBe(410));
  });

  test.each([{ slug: 'mine' }, { campaign: 'spring' }, { tags: ['a'] }])(
    'is asked to register for %j',
    async (field) => {
      const body = { url: 'https://example.com/', ...field };

      const answer = await hostApi(stack.shortenerUrl)('POST', '/links', { body });

      expect(refusalOf(answer)).toEqual([401, 'auth_required_for_customization']);
    },
  );

  test('may make ten links an hour across both hosts, and then gets Retry-After', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    const create = (origin: string) =>
      hostApi(origin)('POST', '/links', { body: { url: 'https://example.com/' }, headers });

    const answers = [];
    for (let count = 0; count < 11; count += 1) {
      answers.push(await create(count % 2 === 0 ? stack.shortenerUrl : stack.gatewayUrl));
    }

    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    expect(refusalOf(answers[10]!)).toEqual([429, 'rate_limited']);
    expect(Number(answers[10]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('an agent', () => {
  test('is approved by its user, makes a link, sees its clicks, and deletes it', async () => {
    const user = await stack.signUp();
    const code = await askForApproval(stack.shortenerUrl);
    const pending = await redeem(stack.shortenerUrl, code);
    await approve(user, code.userCode);
    const granted = await redeem(stack.shortenerUrl, code);
    const again = await redeem(stack.shortenerUrl, code);
    const call = hostApi(stack.shortenerUrl, granted.body['access_token']);

    expect([pending.status, pending.body['error']]).toEqual([400, 'authorization_pending']);
    expect([granted.status, granted.body['token_type']]).toEqual([200, 'Bearer']);
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);

    const slug = newSlug('agent');
    const body = { url: 'https://example.com/b', slug, campaign: 'c', tags: ['t'], title: 'T' };
    const created = await call<HostLink>('POST', '/links', { body });
    expect([created.status, created.body.owner, created.body.shortId]).toEqual([201, 'agent', slug]);
    await visit(created.body.shortUrl);
    await eventually(async () => expect((await call<Stats>('GET', `/links/${slug}/stats`)).body.clicks).toBe(1));
    const listed = await call<List<HostLink>>('GET', '/links');
    expect(listed.body.items).toMatchObject([{ shortId: slug, targetUrl: 'https://example.com/b' }]);
    expect((await call('DELETE', `/links/${slug}`)).status).toBe(204);
    expect((await call('GET', `/links/${slug}`)).status).toBe(404);
  });

  test("uploads photos that its user's dashboard lists with the agent's name", async () => {
    const user = await stack.signUp();
    const agent = await signInAgent(user);
    const image = twoPixels().toString('base64');

    const photo = await agent.call<HostLink>('POST', '/photos', { body: { image, title: 'Two pixels' } });
    const raw = await visit(photo.body.directUrl ?? '');

    expect([photo.status, raw.status]).toEqual([201, 200]);
    const { body } = await user.get<List<Link>>('/api/shorten');
    expect(body.items).toMatchObject([{ shortId: photo.body.shortId, kind: 'photo', clientId: agent.clientId }]);
  });

  test('sees nothing made by another agent or by the user', async () => {
    const user = await stack.signUp();
    const [one, other] = [await signInAgent(user), await signInAgent(user)];
    const mine = await one.call<HostLink>('POST', '/links', { body: { url: 'https://example.com/c' } });
    const byUser = await createLink(user);

    expect((await other.call<List<HostLink>>('GET', '/links')).body.total).toBe(0);
    for (const shortId of [mine.body.shortId, byUser.shortId]) {
      expect((await other.call('GET', `/links/${shortId}/stats`)).status).toBe(404);
      expect((await other.call('DELETE', `/links/${shortId}`)).status).toBe(404);
      const { body } = await other.call<object>('GET', `/links/${shortId}`);
      expect(body).not.toHaveProperty('targetUrl');
    }
  });

  test('is listed for its user, and once revoked is refused on both hosts from the next request', async () => {
    const user = await stack.signUp();
    const agent = await signInAgent(user);
    const throughGateway = hostApi(stack.gatewayUrl, agent.token);
    expect((await agent.call('GET', '/links')).status).toBe(200);
    expect((await throughGateway('GET', '/links')).status).toBe(200);

    const shown = await user.get<List<{ requestId: string; displayName: string }>>('/api/shortener/v1/agents');
    const revoked = await user.delete(`/api/shortener/v1/agents/${agent.requestId}`);

    expect(shown.body.items).toMatchObject([{ requestId: agent.requestId, displayName: 'Command line' }]);
    expect(revoked.status).toBe(204);
    expect(refusalOf(await agent.call('GET', '/links'))).toEqual([401, 'unauthorized']);
    expect(refusalOf(await throughGateway('GET', '/links'))).toEqual([401, 'unauthorized']);
  });

  test("is refused by the dashboard, and cannot read its user's agents and settings", async () => {
    const agent = await signInAgent(await stack.signUp());

    for (const path of ['/api/shorten', '/api/deals', '/api/auth/me', '/api/shortener/v1/agents']) {
      expect([path, (await stack.as(agent.token).get(path)).status]).toEqual([path, 401]);
    }
    expect(refusalOf(await agent.call('GET', '/settings'))).toEqual([401, 'unauthorized']);
  });

  test('gets nothing when its user denies it', async () => {
    const user = await stack.signUp();
    const code = await askForApproval(stack.shortenerUrl);
    const found = await user.post<{ requestId: string; clientName: string }>('/api/agent-authorizations/find', {
      userCode: code.userCode.toLowerCase(),
    });

    await user.post(`/api/agent-authorizations/${found.body.requestId}/deny`, {});

    expect(found.body.clientName).toBe('Command line');
    expect((await redeem(stack.shortenerUrl, code)).body['error']).toBe('access_denied');
  });
});

test('a reported link that an administrator flags shows a warning until the flag is removed', async () => {
  const [user, admin] = [await stack.signUp(), await stack.signInAsAdmin()];
  const link = await createLink(user, { url: `https://${newSlug('phish')}.example.com/login` });
  const report = await hostApi(stack.shortenerUrl)('POST', `/links/${link.shortId}/report`, {
    body: { reason: 'Asks for my password' },
  });
  const open = await admin.get<List<{ id: string; linkId: string; reason: string }>>(
    '/api/admin/short-link-reports?status=open',
  );
  const reportId = open.body.items.find(({ linkId }) => linkId === link.id)?.id;
  const decide = (decision: string) => admin.post(`/api/admin/short-link-reports/${reportId}/decide`, { decision });

  expect((await decide('flag')).status).toBe(200);
  const warning = await eventually(async () => {
    const opened = await visit(link.shortUrl);
    expect([opened.status, opened.location]).toEqual([200, null]);
    return opened;
  });
  const later = await createLink(user, { url: link.url });
  const laterOpened = await visit(later.shortUrl);
  expect((await decide('dismiss')).status).toBe(200);
  await eventually(async () => expect((await visit(link.shortUrl)).status).toBe(302));

  expect(report.status).toBeLessThan(300);
  expect(warning.body).toContain('reported as harmful');
  expect(laterOpened.body).toContain('reported as harmful');
  expect((await user.get('/api/admin/short-link-reports')).status).toBe(403);
});
