import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { adapterFor, approvalsIn, callOf, hashOf } from '../testing/approvals.js';
import { startIdentity, type IdentityService } from '../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const { as, newAgent, userWithAgents, ask, decide, claim, approved, moveEnd, statusOf } = approvalsIn(() => identity);

const invalid = { kind: 'forbidden', code: 'APPROVAL_INVALID' };

test('an undecided, denied or expired approval opens nothing, and neither does one that nobody knows', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const [pending, denied, expired] = [await ask(agent, call), await ask(agent), await approved(user, agent, callOf())];
  await decide(user, denied.id, 'denied');
  await moveEnd(expired, '0 seconds');

  await expect(claim(agent, pending.id, call)).rejects.toMatchObject(invalid);
  await expect(claim(agent, denied.id, { ...call, inputHash: denied.inputHash })).rejects.toMatchObject(invalid);
  const { approval } = await as(agent).getApproval({ approvalId: expired });
  await expect(claim(agent, expired, { ...call, inputHash: approval!.inputHash })).rejects.toMatchObject(invalid);
  await expect(claim(agent, newId(), call)).rejects.toMatchObject(invalid);
  await expect(claim(agent, "' or true", call)).rejects.toMatchObject(invalid);
  expect([await statusOf(user, denied.id), await statusOf(user, expired)]).toEqual(['denied', 'expired']);
});

test('an approval is good for its user, connection, operation and input alone', async () => {
  const { user, agent, other } = await userWithAgents();
  const stranger = await newAgent((await identity.signUp()).principal);
  const call = callOf();
  const id = await approved(user, agent, call);

  for (const somebody of [other, stranger, adapterFor(user)]) {
    await expect(claim(somebody, id, call)).rejects.toMatchObject(invalid);
  }
  await expect(claim(agent, id, { ...call, operation: 'deals.delete' })).rejects.toMatchObject(invalid);
  await expect(claim(agent, id, { ...call, inputHash: hashOf({ price: 1 }) })).rejects.toMatchObject(invalid);
  await expect(claim(agent, id, call, '')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(claim(agent, id, call)).resolves.toBeDefined();
});

test('of five calls at once one gets the approval', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);

  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((key) => claim(agent, id, call, key)));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(invalid);
  }
});

test('a call that was cut off may go on, made or not, and no other call comes to it', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);
  const first = await claim(agent, id, call);

  expect(await claim(agent, id, call)).toEqual(first);
  await as(agent).completeApproval({ approvalId: id, requestId: 'request-1' });
  expect(await claim(agent, id, call)).toEqual(first);
  await expect(claim(agent, id, call, 'request-2')).rejects.toMatchObject(invalid);
  expect(await statusOf(user, id)).toBe('used');
  await moveEnd(id, '0 seconds');
  await expect(claim(agent, id, call)).rejects.toMatchObject(invalid);
});

test('the longest key takes an approval, and none of it is kept', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);
  const key = 'secret-key-'.repeat(24).slice(0, 255);

  await claim(agent, id, call, key);

  await expect(claim(agent, id, call, key.slice(1))).rejects.toMatchObject(invalid);
  await expect(claim(agent, id, call, `${key}x`)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const { rows } = await identity.pool.query<{ row: string }>(
    `select a::text as row from identity.agent_approvals a where id = $1`,
    [id],
  );
  expect(rows[0]?.row).not.toContain('secret-key-');
});

test('a claim that is given back is free for another call; one that was made, or is not theirs, is not', async () => {
  const { user, agent, other } = await userWithAgents();
  const call = callOf();
  const approvalId = await approved(user, agent, call);
  await claim(agent, approvalId, call, 'one');

  await as(agent).releaseApproval({ approvalId, requestId: 'two' });
  await as(other).releaseApproval({ approvalId, requestId: 'one' });
  await expect(claim(agent, approvalId, call, 'two')).rejects.toMatchObject(invalid);
  await as(agent).releaseApproval({ approvalId, requestId: 'one' });
  await claim(agent, approvalId, call, 'two');
  await as(agent).completeApproval({ approvalId, requestId: 'two' });
  await as(agent).releaseApproval({ approvalId, requestId: 'two' });
  await expect(claim(agent, approvalId, call, 'three')).rejects.toMatchObject(invalid);
});

test('a claim alone uses nothing up for others to see, and only its own call completes it', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const approvalId = await approved(user, agent, call);
  await claim(agent, approvalId, call);

  await as(agent).completeApproval({ approvalId, requestId: 'another' });

  expect(await statusOf(user, approvalId)).toBe('approved');
});
