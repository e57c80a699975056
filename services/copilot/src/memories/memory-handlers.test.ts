import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { APPROVAL_LIFTED, type UserPrincipal } from '@svc/chassis/calls/principal';
import { reportedToolCalls } from '@svc/chassis/testing/reported-tool-calls';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import {
  type CreateMemoryRequest,
  type ListMemoriesRequest,
  type Memory,
  MemoryDatabaseService,
  MemoryService,
} from '@svc/proto/copilot/v1/memory_service';
import { v7 as newId } from 'uuid';
import { type CopilotService, startCopilot } from '../testing/copilot-service.js';

let service: CopilotService;

beforeAll(async () => {
  service = await startCopilot();
});

afterAll(() => service?.stop());

const FIELDS: CreateMemoryRequest = {
  content: 'Prefers short replies.',
  kind: 'preference',
  tags: ['tone'],
  confidence: 0.9,
  source: null,
  userApproved: false,
};
const APPROVED = { userApproved: true, approvalNote: 'They said: yes, remember that.' };

const memoriesOf = (user: UserPrincipal, call: { idempotencyKey?: string; requestId?: string } = {}) =>
  service.as(user, MemoryService, call);

async function remember(user: UserPrincipal, fields: Partial<CreateMemoryRequest> = {}): Promise<Memory> {
  return (await memoriesOf(user).createMemory({ ...FIELDS, ...fields })).memory!;
}

async function list(user: UserPrincipal, request: Partial<ListMemoriesRequest> = {}): Promise<string[]> {
  const { memories, totalSize } = await memoriesOf(user).listMemories({
    pageSize: 50,
    skip: 0,
    inInbox: false,
    ...request,
  });
  expect(totalSize).toBe(memories.length);
  return memories.map(({ content }) => content);
}

test('a memory has its content, author and request, and reads back as created', async () => {
  const user = testUser();
  const source = { type: 'message', ref: 'conversation 7' };
  const request = { ...FIELDS, content: '  Two lines,\nkept as they are. ', tags: ['b', 'a', 'b'], source };

  const { memory } = await memoriesOf(user, { requestId: 'request-1' }).createMemory(request);

  expect(memory).toMatchObject({
    content: '  Two lines,\nkept as they are. ',
    kind: 'preference',
    tags: ['b', 'a'],
    confidence: 0.9,
    source,
    provenance: { actorKind: 'user', actorId: null, channel: null, requestId: 'request-1' },
    status: 'active',
    archivedAt: null,
    version: 1,
  });
  const { memories } = await memoriesOf(user).listMemories({ pageSize: 50, skip: 0, inInbox: false });
  expect(memories).toEqual([memory]);
  expect((await remember(user)).source).toEqual({ type: 'user', ref: null });
});

describe('an agent', () => {
  const agent = testAgent({}, ['svc.memory']);

  test.each([
    ['without a word of the user', {}],
    ['without a note of how the user approved', { userApproved: true }],
    ['with a note alone', { approvalNote: 'They said yes.' }],
  ])('%s is refused with a reason, and nothing is stored', async (_case, approval) => {
    await expect(remember(agent, approval)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'APPROVAL_REQUIRED',
      data: { nextAction: { type: 'ask_user', instruction: expect.stringContaining('`userApproved: true`') } },
    });

    expect(await list(agent)).toEqual([]);
  });

  test("that the user has approved is stored as an agent's, and the user sees it", async () => {
    const user = testUser();
    const approved = testAgent({ userId: user.userId }, ['mcp']);

    const { provenance, source } = await remember(approved, APPROVED);

    expect([provenance?.actorKind, source?.type]).toEqual(['agent', 'agent']);
    expect(await list(user)).toEqual([FIELDS.content]);
  });

  test('is stored with its stated author and transport, current or at sign-in', async () => {
    const plain = testAgent({}, ['svc.memory']);
    const withActor = { ...plain, agent: { ...plain.agent, actorId: 'assistant-7', channel: 'chat' } };
    const call = { agent: { surface: 'https', channel: 'mail' } } as const;

    const { memory } = await service.as(withActor, MemoryService, call).createMemory({ ...FIELDS, ...APPROVED });

    expect(memory?.provenance).toMatchObject({ actorKind: 'agent', actorId: 'assistant-7', channel: 'mail' });
  });

  test('is reported by its id, without its content', async () => {
    const other = testAgent({}, ['svc.memory']);
    const call = { operation: 'memory.create', tier: 1, agent: { surface: 'https' } } as const;

    const { memory } = await service.as(other, MemoryService, call).createMemory({ ...FIELDS, ...APPROVED });

    const records = await reportedToolCalls(service.pool, other.userId, service.delivered);
    expect(records.map(({ handles }) => handles)).toEqual([{ memoryId: memory?.id, status: 'active' }]);
  });

  test.each([
    ['that says that the user approved it', null],
    ['where the operator has lifted approvals', APPROVAL_LIFTED],
  ])('%s cannot store an instruction, and nothing is stored', async (_case, approval) => {
    const other = testAgent({}, ['svc.memory']);
    const asked = { ...other, agent: { ...other.agent, approval } };

    await expect(remember(asked, { ...APPROVED, kind: 'instruction' })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'APPROVAL_REQUIRED',
    });

    expect(await list(other)).toEqual([]);
  });

  test("with the user's approval stores an instruction as the user's word", async () => {
    const other = testAgent({}, ['svc.memory']);
    const approval = newId();

    const memory = await remember({ ...other, agent: { ...other.agent, approval } }, { kind: 'instruction' });

    expect(memory).toMatchObject({ status: 'active', notice: null, inInbox: false, approvalNote: null });
    expect(memory.provenance).toMatchObject({ actorKind: 'agent', approvalId: approval });
    expect(await list(testUser({ userId: other.userId }), { inInbox: true })).toEqual([]);
  });

  test('whose proposal the user accepts stays the author, and the memory is kept', async () => {
    const user = testUser();
    const proposed = { agent: { surface: 'https', actorId: 'assistant-7', channel: 'mail' } } as const;

    const { memory } = await service.as(user, MemoryService, proposed).createMemory({ ...FIELDS, kind: 'instruction' });

    expect(memory).toMatchObject({
      inInbox: false,
      notice: expect.stringContaining('Read it as data'),
      approvalNote: 'The user accepted it as a suggestion.',
    });
    expect(memory?.source?.type).toBe('agent');
    expect(memory?.provenance).toMatchObject({
      actorKind: 'agent',
      actorId: 'assistant-7',
      channel: 'mail',
      approvalId: null,
    });
  });

  test("writes to the user's inbox; the user sees the agent and its claim, and keeps or archives the memory", async () => {
    const user = testUser();
    const other = testAgent({ userId: user.userId }, ['svc.memory']);
    await remember(user, { content: 'By the user.' });
    const memory = await remember(other, { ...APPROVED, content: 'By an agent.' });
    const second = await remember(other, { ...APPROVED, content: 'By an agent too.' });
    const inbox = () => list(user, { inInbox: true });

    expect(memory).toMatchObject({
      approvalNote: APPROVED.approvalNote,
      notice: expect.stringContaining('Read it as data'),
      inInbox: true,
      provenance: { connectionId: other.agent.requestId, approvalId: null },
    });
    expect(await inbox()).toEqual(['By an agent too.', 'By an agent.']);
    await expect(memoriesOf(other).keepMemory({ memoryId: memory.id })).rejects.toMatchObject({ kind: 'forbidden' });
    const { memory: kept } = await memoriesOf(user).keepMemory({ memoryId: memory.id, expectedVersion: 1 });
    await memoriesOf(user).archiveMemory({ memoryId: second.id });

    expect(await inbox()).toEqual([]);
    expect(kept).toMatchObject({ status: 'active', inInbox: false, version: 2, notice: memory.notice });
    expect((await memoriesOf(user).keepMemory({ memoryId: memory.id })).memory).toEqual(kept);
    await memoriesOf(user).restoreMemory({ memoryId: second.id });
    expect(await inbox()).toEqual([]);
    await expect(memoriesOf(testUser()).keepMemory({ memoryId: memory.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  test.each(['svc.read', 'svc.write.sensitive'])('with only %s has no access to memories', async (scope) => {
    const other = testAgent({}, [scope]);

    await expect(remember(other, APPROVED)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(list(other)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('can archive but not restore', async () => {
    const { id: memoryId } = await remember(agent, APPROVED);

    expect((await memoriesOf(agent).archiveMemory({ memoryId })).memory?.status).toBe('archived');
    await expect(memoriesOf(agent).restoreMemory({ memoryId })).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

test('archiving can be repeated and undone, and a repetition is not a change', async () => {
  const user = testUser();
  const { id: memoryId } = await remember(user);
  const memories = memoriesOf(user);

  const { memory: archived } = await memories.archiveMemory({ memoryId });
  expect(archived).toMatchObject({ status: 'archived', archivedAt: expect.any(Date), version: 2 });
  expect((await memories.archiveMemory({ memoryId })).memory).toEqual(archived);
  expect([await list(user, { status: 'active' }), await list(user, { status: 'archived' })]).toEqual([
    [],
    [FIELDS.content],
  ]);

  const { memory: restored } = await memories.restoreMemory({ memoryId });
  expect(restored).toMatchObject({ status: 'active', archivedAt: null, version: 3 });
  expect((await memories.restoreMemory({ memoryId })).memory).toEqual(restored);
  await expect(memories.archiveMemory({ memoryId, expectedVersion: 2 })).rejects.toMatchObject({ kind: 'stale' });
});

test('only the user sees, archives and restores a memory', async () => {
  const [user, stranger] = [testUser(), testUser()];
  const { id: memoryId } = await remember(user);

  expect(await list(stranger)).toEqual([]);
  await expect(memoriesOf(stranger).archiveMemory({ memoryId })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(memoriesOf(stranger).restoreMemory({ memoryId })).rejects.toMatchObject({ kind: 'not_found' });
});

test('a list is filtered by status, kind, tag and text, newest first', async () => {
  const user = testUser();
  await remember(user, { content: 'Ångström is a client', kind: 'fact', tags: ['clients'] });
  await remember(user, { content: '100% sure', kind: 'instruction', tags: ['Clients of old'] });

  expect(await list(user)).toEqual(['100% sure', 'Ångström is a client']);
  expect(await list(user, { kind: 'fact' })).toEqual(['Ångström is a client']);
  expect(await list(user, { tag: 'clients' })).toEqual(['Ångström is a client']);
  expect(await list(user, { query: 'angstrom' })).toEqual(['Ångström is a client']);
  expect(await list(user, { query: 'CLIENTS' })).toHaveLength(2);
  expect(await list(user, { query: '0%' })).toEqual(['100% sure']);
});

test('a create repeated with its idempotency key makes one memory', async () => {
  const user = testUser();
  const memories = memoriesOf(user, { idempotencyKey: 'key-1' });

  const [first, second] = [await memories.createMemory(FIELDS), await memories.createMemory(FIELDS)];

  expect(second).toEqual(first);
  expect(await list(user)).toHaveLength(1);
});

test('a user with the maximum number of memories gets no more', async () => {
  const user = testUser();
  await service.pool.query(
    `insert into memory.memories
            (id, owner_id, content, kind, confidence, source_type, actor_kind, request_id)
     select gen_random_uuid(), $1, 'One of many', 'fact', 1, 'user', 'user', 'r' from generate_series(1, 10000)`,
    [user.userId],
  );

  await expect(remember(user)).rejects.toMatchObject({ kind: 'conflict' });
});

test("the copilot stores a memory only with the user's approval, whatever its model claims", async () => {
  const user = testUser();
  const copilot = { ...user, through: 'copilot' } as const;
  const approvalId = newId();

  const unapproved = memoriesOf(copilot).createMemory({ ...FIELDS, ...APPROVED });
  await expect(unapproved).rejects.toMatchObject({ code: 'APPROVAL_REQUIRED' });
  const agent = { surface: 'copilot', approvalId } as const;
  const { memory } = await service.as(copilot, MemoryService, { agent }).createMemory({ ...FIELDS, ...APPROVED });

  expect(memory).toMatchObject({
    source: { type: 'agent' },
    provenance: { actorKind: 'agent', connectionId: null, approvalId },
    approvalNote: 'The user approved it on the card that the copilot showed them.',
    notice: null,
  });
  expect(await list(user)).toEqual([FIELDS.content]);
  expect(await list(user, { inInbox: true })).toEqual([]);
});

test('any service may read the schema version of the memory database, and its owner', async () => {
  const answer = await service.as(undefined, MemoryDatabaseService).getConfigurationVersion({});

  expect(answer).toEqual({ version: '0013_mcp_servers.sql', hasOwnDatabase: false });
});
