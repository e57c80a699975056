import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { appError, notFound } from '@svc/chassis/errors/app-error';
import type { Approval } from '@svc/proto/identity/v1/approval_service';
import { DANA, signInOfDana, visitPages } from '../../testing/page-visitor.js';
import { startTestGateway, type StubHandlers, type TestGateway } from '../../testing/test-gateway.js';

const APPROVAL_ID = '01900000-0000-7000-8000-000000000009';
const PAGE = `/approvals/${APPROVAL_ID}`;

/** The one approval that identity knows, and what was decided. */
let approval: Approval;
let decisions: string[];
let newSession: string;
let gateway: TestGateway;

const handlers: StubHandlers = {
  accounts: {
    signIn: signInOfDana(() => newSession),
  },
  approvals: {
    getApproval: async ({ approvalId }) => {
      if (approvalId !== APPROVAL_ID) throw notFound('approval');
      return { approval };
    },
    listApprovals: async ({ status }) => {
      const approvals = approval.status === status ? [{ ...approval, inputJson: undefined, diffJson: undefined }] : [];
      return { approvals, totalSize: approvals.length };
    },
    decideApproval: async ({ decision }) => {
      if (approval.status !== 'pending') throw appError('INVALID_TRANSITION', 'This approval is decided.');
      decisions.push(decision);
      approval = { ...approval, status: decision, decidedAt: new Date(), decidedBy: 'user' };
      return { approval };
    },
  },
};

beforeAll(async () => {
  gateway = await startTestGateway({ handlers });
});

beforeEach(() => {
  decisions = [];
  newSession = gateway.signIn().token;
  approval = {
    id: APPROVAL_ID,
    operation: 'deals.update',
    summary: 'Raise the price <b>now</b>',
    tier: 2,
    destructive: false,
    status: 'pending',
    connectionId: '01900000-0000-7000-8000-000000000003',
    agentName: 'Helper <i>',
    inputJson: '{"price":"12\u202E0","notes":"<script>"}',
    inputHash: Buffer.alloc(32),
    diffJson: '[{"field":"price","before":100,"after":"12\u202E0"},{"field":"notes","before":null,"after":"<script>"}]',
    createdAt: new Date('2026-05-01T10:00:00.000Z'),
    expiresAt: new Date('2026-05-02T10:00:00.000Z'),
  };
});

afterAll(() => gateway.stop());

const { cookie, open, submit } = visitPages(() => gateway);

test('the page runs no scripts, is in no frame, cache or search, and takes nothing from elsewhere', async () => {
  const { headers } = await open(PAGE);

  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
});

test('a user sees who asks for what, what it would change, and until when to decide', async () => {
  const html = await (await open(PAGE)).text();

  expect(html).toContain('Raise the price &lt;b&gt;now&lt;/b&gt;');
  expect(html).toContain('Helper &lt;i&gt;');
  expect(html).toContain('Change a deal<br><code>deals.update</code>');
  expect(html).toContain('<th scope="row">Price</th><td><bdi>100</bdi></td><td><bdi>12\uFFFD0</bdi></td>');
  expect(html).toContain('<td><bdi>—</bdi></td><td><bdi>&lt;script&gt;</bdi></td>');
  expect(html).toContain('until 2026-05-02 10:00 UTC');
  expect(html).not.toMatch(/<script|<img|<b>|deletes something/);
});

test('without a difference the page shows what the agent sends, and cuts what is long', async () => {
  approval = { ...approval, diffJson: undefined, inputJson: JSON.stringify({ csv: 'x'.repeat(5_000) }) };

  const html = await (await open(PAGE)).text();

  expect(html).toContain('What the agent sends');
  expect(html).toContain('(5,000 characters in all)');
  expect(html).not.toContain('x'.repeat(2_001));
});

test('what a difference cuts is shown as it is sent, and fields without a value before only once', async () => {
  const diffJson =
    '[{"field":"promoCode","before":null,"after":"SA…"},{"field":"tags","before":null,"after":["a","b"]}]';
  approval = { ...approval, diffJson, inputJson: '{"promoCode":"SAVE20","tags":["a","b"]}' };

  const html = await (await open(PAGE)).text();

  expect(html).toContain('<caption>What would be entered</caption>');
  expect(html).toContain('<th scope="row">Promo code</th><td><bdi>SAVE20</bdi></td></tr>');
  expect(html).toContain('<td><bdi>a, b</bdi></td>');
  expect(html).not.toContain('Before');
});

test('a deletion is warned of and shows what goes, and an adapter is named as one', async () => {
  approval = { ...approval, operation: 'deals.delete', destructive: true, agentName: undefined };
  approval = { ...approval, diffJson: '[{"field":"price","before":100,"after":null}]' };

  const html = await (await open(PAGE)).text();

  expect(html).toContain('This deletes something for good.');
  expect(html).toContain('<caption>What would be deleted</caption>');
  expect(html).toContain('<th scope="row">Price</th><td><bdi>100</bdi></td></tr>');
  expect(html).toContain('An adapter of this installation');
});

test('approving says until when the agent can act, and refusing that it cannot', async () => {
  const headers = cookie();

  const decided = await submit(PAGE, { action: 'approve' }, headers);
  const result = await (await open(PAGE, headers)).text();

  expect([decided.status, decided.headers.get('location')]).toEqual([303, PAGE]);
  expect(decisions).toEqual(['approved']);
  expect(result).toContain('<h1>Approved</h1>');
  expect(result).not.toContain('<form');
  approval = { ...approval, status: 'pending' };
  await submit(PAGE, { action: 'deny' }, headers);
  expect(decisions).toEqual(['approved', 'denied']);
  expect(await (await open(PAGE, headers)).text()).toContain('<h1>Refused</h1>');
});

test('what was decided meanwhile is shown as it is, with the reason', async () => {
  approval = { ...approval, status: 'expired' };

  const answer = await submit(PAGE, { action: 'approve' });

  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(html).toContain('<h1>Expired</h1>');
  expect(html).toContain('role="alert">This approval is decided.');
  expect(decisions).toEqual([]);
});

test('the list leads to what waits, and says when nothing does', async () => {
  const waiting = await (await open('/approvals')).text();
  approval = { ...approval, status: 'used' };
  const nothing = await (await open('/approvals')).text();

  expect(waiting).toContain(`<a href="${PAGE}">Raise the price &lt;b&gt;now&lt;/b&gt;</a>`);
  expect(nothing).toContain('Nothing waits for your decision.');
});

test('whoever is not signed in is asked to, and comes back to the approval', async () => {
  const asked = await open(PAGE, {});
  const wrong = await submit(PAGE, { action: 'sign-in', email: DANA.email, password: 'wrong' }, {});
  const right = await submit(PAGE, { action: 'sign-in', email: DANA.email, password: 'right' }, {});
  const undecided = await submit(PAGE, { action: 'approve' }, {});

  expect(await asked.text()).toContain('type="password"');
  expect([wrong.status, undecided.status]).toEqual([401, 401]);
  expect([right.status, right.headers.get('location')]).toEqual([303, PAGE]);
  expect(right.headers.get('set-cookie')).toContain('svc_session=');
  expect(decisions).toEqual([]);
});

test('another site, an unknown approval and what is no id get nothing', async () => {
  const foreign = await submit(PAGE, { action: 'approve' }, { ...cookie(), origin: 'https://evil.example' });
  const unknown = await open(`/approvals/${APPROVAL_ID.replace('9', '8')}`);
  const noId = await open('/approvals/nonsense');
  const bearer = await open(PAGE, { authorization: `Bearer ${gateway.signIn().token}` });

  expect([foreign.status, unknown.status, noId.status]).toEqual([403, 404, 404]);
  expect(await noId.text()).toContain('There is no such approval');
  expect(await bearer.text()).toContain('type="password"');
  expect(decisions).toEqual([]);
});
