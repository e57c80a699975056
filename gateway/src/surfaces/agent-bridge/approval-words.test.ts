import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import { startTestGateway, testDeal, type TestGateway } from '../../testing/test-gateway.js';

const DEAL_ID = '01900000-0000-7000-8000-000000000001';
const ID = '01900000-0000-7000-8000-000000000003';
const CONTACT_ID = '01900000-0000-7000-8000-000000000004';
const DEAL = 'Spring launch, promo code SAVE20';

const stamps = { createdAt: new Date(), updatedAt: new Date(), version: 1 };
const owned = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };
const shared = { ...owned, role: 'team-member', canEdit: false };

const PAYMENT = {
  id: ID,
  dealId: DEAL_ID,
  direction: 'incoming',
  amount: 5,
  currency: 'EUR',
  status: 'expected',
  dueDate: '2026-05-01',
  overdue: false,
  ...stamps,
};

const VIDEO = {
  id: ID,
  dealId: DEAL_ID,
  url: 'https://www.youtube.com/watch?v=abcdEFGH_51',
  originalUrl: 'https://youtu.be/abcdEFGH_51',
  canonicalKey: 'youtube:abcdEFGH_51',
  platform: 'youtube',
  postDate: '2026-05-01',
  needsResolution: false,
  ...stamps,
};

const CONTACT = {
  id: CONTACT_ID,
  ownerId: ID,
  kind: 'contact',
  name: 'Anna',
  currency: 'USD',
  handles: [],
  tags: [],
  mutualOwners: [],
  ...stamps,
};

interface Refusal {
  readonly code: string;
  readonly summary: string;
  readonly diff: object[];
  readonly details?: object[];
}

let gateway: TestGateway;
let token: string;
let access: typeof owned;
let asked: { readonly operation: string; readonly summary: string }[];
let previews: unknown[];
/** Methods of which a dry run was made, and its error. */
let dryRuns: string[];
let dryRunError: AppError | undefined;

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      deals: { getDeal: async () => ({ deal: testDeal({ id: DEAL_ID, access }) }) },
      payments: { listPayments: async () => ({ payments: [PAYMENT], totalSize: 1 }) },
      videos: { listVideos: async () => ({ videos: [VIDEO], totalSize: 1 }) },
      contacts: {
        getContact: async ({ contactId }) => {
          if (contactId !== CONTACT_ID) throw notFound('contact');
          return { contact: { ...CONTACT, access } };
        },
        importContacts: async ({ preview }) => {
          previews.push(preview);
          const summary = { rows: 1, toCreate: 1, toUpdate: 0, duplicates: 0, invalid: 0 };
          return { preview, summary, items: [], columns: [] };
        },
      },
      dealDryRuns: {
        dryRun: async ({ method }) => {
          dryRuns.push(method);
          if (dryRunError) throw dryRunError;
          return { supported: true };
        },
      },
      approvals: {
        requestApproval: async ({ operation, summary }) => {
          asked.push({ operation, summary });
          const fields = { operation, summary, tier: 2, destructive: false, status: 'pending' };
          const approval = {
            ...fields,
            id: ID,
            inputHash: Buffer.alloc(32),
            createdAt: new Date(),
            expiresAt: new Date(),
          };
          return { approval };
        },
      },
    },
  });
  ({ token } = gateway.connectAgent(['mcp']));
});

beforeEach(() => {
  access = owned;
  asked = [];
  previews = [];
  dryRuns = [];
  dryRunError = undefined;
});

afterAll(() => gateway?.stop());

async function call(method: string, path: string, body?: object, as = token) {
  const response = await gateway.fetch(`/api/agent${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'x-dd-request-id': 'call-1', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { error } = (await response.json()) as { error?: Refusal };
  return { status: response.status, error };
}

test.each([
  ['PATCH', `/payments/${ID}`, { amount: 500 }, 'Update a payment of a deal: €5.00'],
  ['DELETE', `/payments/${ID}`, undefined, 'Delete a payment of a deal: €5.00'],
  ['POST', '/payments', { amount: 1200.5, direction: 'incoming' }, 'Create a payment for a deal: $1,200.50'],
  ['DELETE', `/videos/${ID}`, undefined, `Delete a video of a deal and its view counts: ${VIDEO.url}`],
])('the summary for %s on a part of a deal names the deal: %s', async (method, path, body, summary) => {
  const { error } = await call(method, `/deals/${DEAL_ID}${path}`, body);

  expect(error).toMatchObject({ code: 'APPROVAL_REQUIRED', summary: `${summary}, deal ${DEAL}` });
  expect(error?.diff).toContainEqual({
    field: 'ofDeal',
    before: DEAL,
    after: method === 'DELETE' ? null : DEAL,
  });
});

test('the deletion of a video shows what the user knows about it, and nothing technical', async () => {
  const { error } = await call('DELETE', `/deals/${DEAL_ID}/videos/${ID}`);

  expect(error?.diff).toEqual([
    { field: 'url', before: VIDEO.url, after: null },
    { field: 'platform', before: 'youtube', after: null },
    { field: 'postDate', before: 'May 1, 2026', after: null },
    { field: 'ofDeal', before: DEAL, after: null },
  ]);
});

test('a deal is named with its promo code', async () => {
  expect((await call('DELETE', `/deals/${DEAL_ID}`)).error?.summary).toBe(
    `Delete a deal with its videos and view counts: ${DEAL}`,
  );
});

test('amounts, days, times and other records are shown in readable form', async () => {
  const payment = await call('PATCH', `/deals/${DEAL_ID}/payments/${ID}`, {
    amount: 500,
    dueDate: '2026-06-30',
    status: 'paid',
    paidAt: '2026-06-28T14:30:00Z',
  });
  const deal = await call('PATCH', `/deals/${DEAL_ID}`, { price: 1300, currency: 'GBP', contactId: CONTACT_ID });

  expect(payment.error?.diff).toEqual(
    expect.arrayContaining([
      { field: 'amount', before: '€5.00', after: '€500.00' },
      { field: 'dueDate', before: 'May 1, 2026', after: 'Jun 30, 2026' },
      { field: 'paidAt', before: null, after: expect.stringMatching(/^Jun 28, 2026, 2:30\sPM UTC$/) },
    ]),
  );
  expect(deal.error?.diff).toEqual([
    { field: 'price', before: '$1,200.50', after: '£1,300.00' },
    { field: 'currency', before: 'USD', after: 'GBP' },
    { field: 'contact', before: null, after: 'Anna' },
  ]);
});

test.each([
  ['PATCH', `/deals/${DEAL_ID}`, { name: 'Mine' }],
  ['DELETE', `/deals/${DEAL_ID}`, undefined],
  ['PATCH', `/deals/${DEAL_ID}/payments/${ID}`, { amount: 1 }],
  ['DELETE', `/deals/${DEAL_ID}/videos/${ID}`, undefined],
  ['PATCH', `/contacts/${CONTACT_ID}`, { name: 'Mine' }],
])('the user is not asked to approve %s %s of a record that is only shared with them', async (method, path, body) => {
  access = shared;

  const { status, error } = await call(method, path, body);

  expect([status, error?.code, asked]).toEqual([403, 'FORBIDDEN', []]);
});

test.each([
  ['PATCH', `/deals/${DEAL_ID}`, { status: 'completed' }, '/svc.deal.v1.DealService/UpdateDeal'],
  [
    'POST',
    `/deals/${DEAL_ID}/payments`,
    { amount: 1, direction: 'incoming' },
    '/svc.deal.v1.PaymentService/CreatePayment',
  ],
])('the user is not asked to approve %s %s if a dry run fails', async (method, path, body, written) => {
  dryRunError = appError('INVALID_TRANSITION', 'A paid deal does not go back.');

  const { status, error } = await call(method, path, body);

  expect([status, error?.code, asked]).toEqual([409, 'INVALID_TRANSITION', []]);
  expect(dryRuns).toEqual([written]);
});

test.each([
  ['PATCH', `/deals/${DEAL_ID}`, { contactId: ID }, 'contactId', 'must be your own contact.'],
  ['POST', '/deals', { name: 'Autumn', influencerId: ID }, 'influencerId', 'must be your own influencer.'],
])(
  'the user is not asked to approve %s %s with a person that is not theirs',
  async (method, path, body, field, rule) => {
    const { status, error } = await call(method, path, body);

    expect([status, error?.code, error?.details, asked]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ path: field, message: `\`${field}\` ${rule}` }],
      [],
    ]);
  },
);

test('the user is asked if a dry run cannot be made, because the write is checked anyway', async () => {
  dryRunError = appError('UNAVAILABLE', 'Deals are not available right now.');

  const { error } = await call('PATCH', `/deals/${DEAL_ID}`, { name: 'Autumn' });

  expect([error?.code, asked.length]).toEqual(['APPROVAL_REQUIRED', 1]);
});

test('the preview of an import needs no approval, and writes nothing', async () => {
  const file = { format: 'csv', contentBase64: 'bmFtZQpBbm4=' };

  const preview = await call('POST', '/contacts/import', { ...file, preview: true });
  const imported = await call('POST', '/contacts/import', { format: 'csv', content: 'name\nAnn' });

  expect([preview.status, imported.error?.code]).toEqual([200, 'APPROVAL_REQUIRED']);
  expect(previews).toEqual([true, true]);
});

test('an agent with only write access does not see the contents of records', async () => {
  const { token: writer } = gateway.connectAgent(['svc.write.sensitive']);

  const body = { amount: 1, direction: 'incoming' };
  const { error } = await call('POST', `/deals/${DEAL_ID}/payments`, body, writer);

  expect(error).toMatchObject({ code: 'APPROVAL_REQUIRED', summary: 'Create a payment for a deal', diff: null });
  expect(asked[0]?.summary).toContain(DEAL);
  // Its errors would tell what the diff does not.
  expect(dryRuns).toEqual([]);
});
