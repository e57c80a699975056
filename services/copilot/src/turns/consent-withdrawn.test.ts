/** Once a user withdraws consent, no model gets any more of their data. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { type ApprovalClient, createApprovalClient } from '../testing/approval-client.js';
import { CONSENT, type CopilotService } from '../testing/copilot-service.js';
import { type ModelServer, say, startModelServer } from '../testing/model-server.js';
import {
  answer,
  ask,
  begin,
  calls,
  DEAL_ID,
  dealOf,
  follow,
  type Part,
  readDeal,
  says,
  startCopilotIn,
  toolsIn,
  type ToolWorld,
} from '../testing/tool-talk.js';

const NEXT_VERSION = '2027-01';

const world: ToolWorld = {
  getDeal: () => Promise.reject(new Error('These tests have no deals.')),
  beforeStep: () => Promise.resolve(),
};
let changes = 0;
let database: TestDatabase;
let model: ModelServer;
let copilot: CopilotService;
/** The same copilot after its operator has changed the consent text. */
let next: CopilotService;
let book: ApprovalClient;

const updateDeal = async () => {
  changes += 1;
  return { deal: dealOf('', { price: 120 }) };
};

beforeAll(async () => {
  [model, database] = [await startModelServer(), await createTestDatabase()];
  book = createApprovalClient();
  const options = {
    database,
    modelUrl: model.baseUrl,
    times: { renewMs: 20, startMs: 20 },
    reads: { deals: { getDeal: (request: { readonly dealId: string }) => world.getDeal(request), updateDeal } },
    approvals: book,
  };
  copilot = await startCopilotIn(world, options);
  next = await startCopilotIn(world, { ...options, consentVersion: NEXT_VERSION });
});

afterEach(() => {
  changes = 0;
  model.answer((_call, response) => say(response, 'Hello.'));
});

afterAll(async () => {
  await Promise.all([copilot?.stop(), next?.stop()]);
  await model?.stop();
  await database?.drop();
});

type Someone = Awaited<ReturnType<typeof begin>>;

const consent = (granted: boolean, { user }: Someone) =>
  copilot.as(user, CopilotSettingsService).giveConsent({ scope: 'free', version: CONSENT, granted });
const usedBy = async ({ user }: Someone) =>
  (await copilot.as(user, CopilotSettingsService).getUsage({ days: 1 })).history[0]?.freeTurns ?? 0;

async function ended({ user }: Someone, turnId: string, service = copilot) {
  await follow(user, turnId, service);
  const { turn, message } = await service.as(user, TurnService).getTurn({ turnId, throwsFailure: false });
  return { turn, stored: JSON.parse(message?.partsJson ?? '[]') as Part[] };
}

/** A user whose copilot asks to raise a price. */
async function asked() {
  const someone = await begin(copilot, world, { price: 100 });
  answer(
    model,
    calls({ name: 'deals_update', arguments: JSON.stringify({ dealId: DEAL_ID, price: 120 }) }),
    says('Done.'),
  );
  const { turn } = await ask(someone, 'Raise the price.');
  const approval = book.asked.at(-1);
  if (!approval || turn?.status !== 'awaiting_approval') throw new Error('Nothing is asked for.');
  return { someone, approval, turnId: turn.id, requests: model.calls.length };
}

test('a turn whose user withdraws consent ends before its next request, and says why', async () => {
  const someone = await begin(copilot, world);
  const getDeal = world.getDeal;
  world.getDeal = async (request) => {
    await consent(false, someone);
    return getDeal(request);
  };
  answer(model, readDeal());
  const before = model.calls.length;

  const { turn, told } = await ask(someone);

  expect(model.calls.length - before).toBe(1);
  expect(turn).toMatchObject({ status: 'failed', errorCode: 'CONSENT_REQUIRED' });
  expect(told.find(({ type }) => type === 'data-error')?.data?.code).toBe('CONSENT_REQUIRED');
  await expect(
    copilot.as(someone.user, TurnService).getTurn({ turnId: turn?.id ?? '', throwsFailure: true }),
  ).rejects.toMatchObject({ code: 'CONSENT_REQUIRED', data: { scope: 'free', version: CONSENT } });
  // A model was called, so the turn still counts.
  expect(await usedBy(someone)).toBe(1);
});

test('a turn that has not begun when consent is withdrawn asks no model, and does not count', async () => {
  const someone = await begin(copilot, world);
  const { user, conversationId } = someone;
  const { turn } = await copilot.as(user, TurnService).createTurn({ conversationId, text: 'What is due?' });
  await consent(false, someone);
  const before = model.calls.length;

  const end = await ended(someone, turn?.id ?? '');

  expect([end.turn?.errorCode, model.calls.length - before, await usedBy(someone)]).toEqual(['CONSENT_REQUIRED', 0, 0]);
});

test('withdrawing consent ends a turn that waits for its user, with its open approvals', async () => {
  const { someone, approval, turnId, requests } = await asked();

  await consent(false, someone);

  await eventually(() => expect(approval.status).toBe('expired'));
  const end = await ended(someone, turnId);
  expect(end.turn).toMatchObject({
    status: 'failed',
    errorCode: 'CONSENT_REQUIRED',
    approvals: [{ approvalId: approval.id, status: 'withdrawn' }],
  });
  expect(toolsIn(end.stored)).toMatchObject([
    { state: 'output-error', errorText: expect.stringMatching(/^WITHDRAWN/) },
  ]);
  await expect(
    copilot.as(someone.user, TurnService).decideApproval({ approvalId: approval.id, decision: 'approved' }),
  ).rejects.toMatchObject({ code: 'APPROVAL_EXPIRED' });
  expect([changes, model.calls.length]).toEqual([0, requests]);
});

test('nothing is left to approve when consent is withdrawn while the model asks', async () => {
  const someone = await begin(copilot, world, { price: 100 });
  answer(model, async (call, response) => {
    await consent(false, someone);
    await calls({ name: 'deals_update', arguments: JSON.stringify({ dealId: DEAL_ID, price: 120 }) })(call, response);
  });

  const { turn } = await ask(someone, 'Raise the price.');

  expect(turn).toMatchObject({ errorCode: 'CONSENT_REQUIRED', approvals: [{ status: 'withdrawn' }] });
  await eventually(() => expect(book.asked.at(-1)?.status).toBe('expired'));
});

test('withdrawing another consent does not end a waiting turn', async () => {
  const { someone, turnId } = await asked();

  await copilot
    .as(someone.user, CopilotSettingsService)
    .giveConsent({ scope: 'byok', version: CONSENT, granted: false });

  expect((await ended(someone, turnId)).turn?.status).toBe('awaiting_approval');
});

test.each(['approved', 'denied'])(
  'a turn %s after the text has changed asks no model and changes nothing',
  async (decision) => {
    const { someone, approval, turnId, requests } = await asked();

    await next.as(someone.user, TurnService).decideApproval({ approvalId: approval.id, decision });
    const end = await ended(someone, turnId, next);

    expect(end.turn).toMatchObject({ status: 'failed', errorCode: 'CONSENT_REQUIRED' });
    expect(toolsIn(end.stored)).toMatchObject([
      { state: 'output-error', errorText: expect.stringMatching(/^WITHDRAWN/) },
    ]);
    expect([changes, model.calls.length]).toEqual([0, requests]);
  },
);
