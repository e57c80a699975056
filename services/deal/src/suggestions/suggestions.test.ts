import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import {
  type CreateSuggestionRequest,
  type Suggestion,
  SuggestionService,
} from '@svc/proto/deal/v1/suggestion_service';
import { v7 as newId } from 'uuid';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, createDeal } from '../testing/records.js';
import { createTask } from '../testing/tasks.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const DECIDED = { kind: 'wrong_state', code: 'INVALID_TRANSITION' };

function suggestionsOf(user: UserPrincipal, idempotencyKey?: string) {
  return service.call(user, SuggestionService, idempotencyKey === undefined ? {} : { idempotencyKey });
}

async function suggest(user: UserPrincipal, fields: Partial<CreateSuggestionRequest> = {}): Promise<Suggestion> {
  const request = { kind: 'follow_up', title: 'Ask again', body: 'No answer for a week.', ...fields };
  const { suggestion } = await suggestionsOf(user).createSuggestion(request);
  return suggestion!;
}

async function read(user: UserPrincipal, suggestionId: string): Promise<Suggestion> {
  return (await suggestionsOf(user).getSuggestion({ suggestionId })).suggestion!;
}

test('a suggestion is open, names its author, and keeps its proposed change unmodified', async () => {
  const owner = testUser();
  const agent = testAgent({ userId: owner.userId }, ['svc.write.low_risk']);
  const proposedChange = { operation: 'tasks.create', inputJson: '{"title":"b","a":1.50}' };
  const target = { targetType: 'deal', targetId: (await createDeal(service, owner)).id };

  const suggestion = await suggest(agent, { proposedChange, ...target });

  expect(suggestion).toMatchObject({
    status: 'open',
    ownerId: owner.userId,
    proposedBy: 'agent',
    proposedChange,
    decidedAt: null,
    ...target,
  });
  expect(await read(owner, suggestion.id)).toEqual(suggestion);
  await expect(suggest(owner, { targetType: 'deal' })).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path: 'targetId' }],
  });
});

test('only the user who accepts a suggestion gets the agent that made it', async () => {
  const owner = testUser();
  const plain = testAgent({ userId: owner.userId }, ['svc.write.low_risk']);
  const agent = { ...plain, agent: { ...plain.agent, actorId: 'assistant' } };
  const request = { kind: 'follow_up', title: 'Ask again', body: 'No answer for a week.' };
  const call = { agent: { surface: 'mcp', channel: 'mail' } } as const;

  const made = await service.call(agent, SuggestionService, call).createSuggestion(request);
  const claim = await suggestionsOf(owner).claimSuggestion({ suggestionId: made.suggestion!.id });
  const own = await suggestionsOf(owner).claimSuggestion({ suggestionId: (await suggest(owner)).id });

  const said = { source: 'mcp', actorId: 'assistant', channel: 'mail' };
  expect(claim.proposer).toEqual({ ...said, connectionId: agent.agent.requestId, approvalId: null });
  expect(own.proposer).toBeNull();
  expect(await read(owner, made.suggestion!.id)).not.toHaveProperty('proposer');
});

test('the target of a suggestion must be a record of its type that the user sees', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  const ids = {
    deal: deal.id,
    video: (await addVideo(service, owner, deal.id)).id,
    task: (await createTask(service, owner)).id,
    contact: (await createContact(service, owner)).id,
  };

  for (const [targetType, targetId] of Object.entries(ids)) {
    await expect(suggest(owner, { targetType, targetId })).resolves.toMatchObject({ targetType, targetId });
    for (const [user, wrongType] of [
      [testUser(), targetType],
      [owner, 'influencer'],
      [owner, 'payment'],
    ] as const) {
      await expect(suggest(user, { targetType: wrongType, targetId })).rejects.toMatchObject({
        kind: 'invalid_input',
        details: [{ path: 'targetId' }],
      });
    }
  }
});

test('only the user sees, lists and decides a suggestion', async () => {
  const { id: suggestionId } = await suggest(testUser());
  const { listSuggestions, ...others } = suggestionsOf(testUser());

  for (const method of ['getSuggestion', 'claimSuggestion', 'dismissSuggestion'] as const) {
    await expect(others[method]({ suggestionId })).rejects.toMatchObject({ kind: 'not_found' });
  }
  const accept = others.acceptSuggestion({ suggestionId, claimId: newId() });
  await expect(accept).rejects.toMatchObject({ kind: 'not_found' });
  expect((await listSuggestions({ pageSize: 9, skip: 0 })).totalSize).toBe(0);
});

describe('accepting', () => {
  test('requires a claim, and stores the result', async () => {
    const owner = testUser();
    const { id: suggestionId } = await suggest(owner);
    const resultId = newId();

    const { claimId, suggestion: claimed } = await suggestionsOf(owner).claimSuggestion({ suggestionId });
    const { suggestion } = await suggestionsOf(owner).acceptSuggestion({ suggestionId, claimId, resultId });

    expect(claimed).toMatchObject({ status: 'open', version: 1 });
    expect(suggestion).toMatchObject({ status: 'accepted', resultId, version: 2 });
    expect(suggestion?.decidedAt).toBeInstanceOf(Date);
  });

  test('by ten concurrent calls is claimed by one', async () => {
    const owner = testUser();
    const { id: suggestionId } = await suggest(owner);

    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => suggestionsOf(owner).claimSuggestion({ suggestionId })),
    );

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(DECIDED);
  });

  test('blocks other decisions until the claim is released', async () => {
    const owner = testUser();
    const suggestions = suggestionsOf(owner);
    const { id: suggestionId } = await suggest(owner);
    const { claimId } = await suggestions.claimSuggestion({ suggestionId });

    await expect(suggestions.dismissSuggestion({ suggestionId })).rejects.toMatchObject(DECIDED);
    await suggestions.releaseSuggestion({ suggestionId, claimId: newId() });
    await expect(suggestions.claimSuggestion({ suggestionId })).rejects.toMatchObject(DECIDED);
    await suggestions.releaseSuggestion({ suggestionId, claimId });

    await expect(suggestions.acceptSuggestion({ suggestionId, claimId })).rejects.toMatchObject(DECIDED);
    await expect(suggestions.dismissSuggestion({ suggestionId })).resolves.toMatchObject({
      suggestion: { status: 'dismissed' },
    });
  });

  test('is possible again after the claim expires, and then not for its former holder', async () => {
    const owner = testUser();
    const suggestions = suggestionsOf(owner);
    const { id: suggestionId } = await suggest(owner);
    const { claimId: lost } = await suggestions.claimSuggestion({ suggestionId });
    await service.pool.query(`update deal.suggestions set claimed_until = now() - interval '1 second' where id = $1`, [
      suggestionId,
    ]);

    const { claimId } = await suggestions.claimSuggestion({ suggestionId });

    await expect(suggestions.acceptSuggestion({ suggestionId, claimId: lost })).rejects.toMatchObject(DECIDED);
    await expect(suggestions.acceptSuggestion({ suggestionId, claimId })).resolves.toBeDefined();
  });

  test('is refused when its change began so long ago that its outcome is unknown; dismissing is allowed', async () => {
    const owner = testUser();
    const suggestions = suggestionsOf(owner);
    const proposedChange = { operation: 'deals.create', inputJson: '{}' };
    const [lost, failed] = [await suggest(owner, { proposedChange }), await suggest(owner, { proposedChange })];
    for (const { id: suggestionId } of [lost, failed]) {
      const { claimId } = await suggestions.claimSuggestion({ suggestionId });
      await suggestions.releaseSuggestion({ suggestionId, claimId, nothingChanged: suggestionId === failed.id });
    }
    await service.pool.query(
      `update deal.suggestions set change_began_at = now() - interval '24 hours' where change_began_at is not null`,
    );

    await expect(suggestions.claimSuggestion({ suggestionId: lost.id })).rejects.toMatchObject({
      ...DECIDED,
      message: expect.stringContaining('its outcome is unknown'),
    });
    await expect(suggestions.claimSuggestion({ suggestionId: failed.id })).resolves.toBeDefined();
    await expect(suggestions.dismissSuggestion({ suggestionId: lost.id })).resolves.toBeDefined();
  });

  test('remains uncertain when a second attempt was refused', async () => {
    const owner = testUser();
    const suggestions = suggestionsOf(owner);
    const { id: suggestionId } = await suggest(owner, {
      proposedChange: { operation: 'deals.create', inputJson: '{}' },
    });
    const makeOlder = (interval: string) =>
      service.pool.query(`update deal.suggestions set change_began_at = change_began_at - $2::interval where id = $1`, [
        suggestionId,
        interval,
      ]);
    const lost = await suggestions.claimSuggestion({ suggestionId });
    await suggestions.releaseSuggestion({ suggestionId, claimId: lost.claimId });
    await makeOlder('1 hour');

    const refused = await suggestions.claimSuggestion({ suggestionId });
    await suggestions.releaseSuggestion({ suggestionId, claimId: refused.claimId, nothingChanged: true });
    await makeOlder('23 hours');

    await expect(suggestions.claimSuggestion({ suggestionId })).rejects.toMatchObject(DECIDED);
  });

  test('with an outdated version is refused', async () => {
    const owner = testUser();
    const { id: suggestionId } = await suggest(owner);

    const claim = suggestionsOf(owner).claimSuggestion({ suggestionId, expectedVersion: 2 });

    await expect(claim).rejects.toMatchObject({ kind: 'stale', code: 'VERSION_CONFLICT' });
  });
});

test.each(['accepted', 'dismissed'])('a suggestion that is %s remains so', async (status) => {
  const owner = testUser();
  const suggestions = suggestionsOf(owner);
  const { id: suggestionId } = await suggest(owner);
  if (status === 'dismissed') {
    await suggestions.dismissSuggestion({ suggestionId });
  } else {
    const { claimId } = await suggestions.claimSuggestion({ suggestionId });
    await suggestions.acceptSuggestion({ suggestionId, claimId });
  }

  await expect(suggestions.claimSuggestion({ suggestionId })).rejects.toMatchObject(DECIDED);
  await expect(suggestions.dismissSuggestion({ suggestionId })).rejects.toMatchObject(DECIDED);

  expect(await read(owner, suggestionId)).toMatchObject({ status, version: 2 });
});

test('one idempotency key accepts two suggestions, because the change of the second has already been made', async () => {
  const owner = testUser();
  const suggestions = suggestionsOf(owner, newId());

  for (const { id: suggestionId } of [await suggest(owner), await suggest(owner)]) {
    const { claimId } = await suggestions.claimSuggestion({ suggestionId });
    const { suggestion } = await suggestions.acceptSuggestion({ suggestionId, claimId });
    expect(suggestion).toMatchObject({ id: suggestionId, status: 'accepted' });
  }
});

test('a list is newest first and can be filtered by status and target', async () => {
  const owner = testUser();
  const { listSuggestions, dismissSuggestion } = suggestionsOf(owner);
  const targetId = (await createDeal(service, owner)).id;
  const first = await suggest(owner, { targetType: 'deal', targetId });
  const second = await suggest(owner);
  await dismissSuggestion({ suggestionId: first.id });
  const ids = async (fields: object) => {
    const { suggestions } = await listSuggestions({ pageSize: 9, skip: 0, ...fields });
    return suggestions.map(({ id }) => id);
  };

  expect(await ids({})).toEqual([second.id, first.id]);
  expect(await ids({ status: 'open' })).toEqual([second.id]);
  expect(await ids({ targetType: 'deal', targetId })).toEqual([first.id]);
  expect(await ids({ targetType: 'task' })).toEqual([]);
});

test('suggesting again with the same idempotency key returns the first response and creates no second suggestion', async () => {
  const suggestions = suggestionsOf(testUser(), 'once');
  const request = { kind: 'follow_up', title: 'Once', body: 'Because.' };

  const first = await suggestions.createSuggestion(request);
  const second = await suggestions.createSuggestion(request);

  expect(second).toEqual(first);
  expect((await suggestions.listSuggestions({ pageSize: 9, skip: 0 })).totalSize).toBe(1);
});

test('a purge deletes the account’s suggestions', async () => {
  const owner = testUser();
  const { id } = await suggest(owner);

  await service.as({ kind: 'service', service: 'identity' }).purge.purgeAccount({ ownerId: owner.userId });

  await expect(read(owner, id)).rejects.toMatchObject({ kind: 'not_found' });
});
