import { expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import type { ModelAnswer, ToolCallPiece } from '../../testing/model-server.js';
import {
  answer,
  ask,
  begin,
  calls,
  DEAL_ID,
  dealOf,
  lastOf,
  openToolWorld,
  readDeal,
  resultsOf,
  said,
  says,
  startCopilotIn,
  toolsIn,
} from '../../testing/tool-talk.js';

const { world, model, copilot } = await openToolWorld();

test('a model reads with a tool as the user, and the result is sent, shown and stored', async () => {
  const someone = await begin(copilot, world);
  answer(model, readDeal(), says('It is Kiteline.'));
  const before = model.calls.length;

  const { told, stored, user } = await ask(someone);

  expect(told.map(({ type }) => type).filter((type) => !type.endsWith('-delta'))).toEqual([
    'start',
    'data-model',
    'start-step',
    'tool-input-start',
    'tool-input-available',
    'tool-output-available',
    'finish-step',
    'data-model',
    'start-step',
    'text-start',
    'text-end',
    'finish-step',
    'data-usage',
    'finish',
  ]);
  expect(stored).toEqual([
    { type: 'step-start' },
    {
      type: 'dynamic-tool',
      toolName: 'deals.get',
      toolCallId: 'c1-1',
      state: 'output-available',
      input: { dealId: DEAL_ID },
      output: expect.objectContaining({ id: DEAL_ID, name: 'Kiteline spring', ownerId: user.userId }),
    },
    { type: 'step-start' },
    { type: 'text', text: 'It is Kiteline.', state: 'done' },
  ]);
  expect(model.calls.length - before).toBe(2);
  const [result = ''] = resultsOf(model);
  const [, boundary = ''] = /^<<<(\w+) source=deals\.get untrusted\n/.exec(result) ?? [];
  expect(result).toContain('"name":"Kiteline spring"');
  expect(lastOf(model).messages[0]?.content).toContain(boundary);
  const { rows } = await copilot.pool.query(
    'select c.operation, c.status, c.error_code from memory.tool_calls c join memory.turns t on t.id = c.turn_id where t.owner_id = $1',
    [user.userId],
  );
  expect(rows).toEqual([{ operation: 'deals.get', status: 'done', error_code: null }]);
  const { history } = await copilot.as(user, CopilotSettingsService).getUsage({ days: 1 });
  expect(history).toMatchObject([{ freeTurns: 1, modelCalls: 2, promptTokens: 22, completionTokens: 14 }]);
});

test('offered tools are the short list and the families that the model loads, never those that decide approvals', async () => {
  const someone = await begin(copilot, world);
  const offered: string[][] = [];
  const noted =
    (answer: ModelAnswer): ModelAnswer =>
    (call, response) => {
      offered.push((call.body.tools ?? []).map((tool) => tool.function.name));
      return answer(call, response);
    };
  answer(model, noted(calls({ name: 'tools_load', arguments: '{"family":"contacts"}' })), noted(says('Done.')));

  const { stored } = await ask(someone);

  expect(offered[0]).toEqual(expect.arrayContaining(['tools_load', 'deals_due_views', 'deals_get', 'memory_list']));
  expect(offered[0]).not.toContain('contacts_get');
  expect(offered[1]).toEqual(expect.arrayContaining(['contacts_get', 'contacts_list', 'deals_get']));
  expect(offered.flat().filter((name) => /approv|execute/.test(name))).toEqual([]);
  expect(toolsIn(stored)).toMatchObject([{ toolName: 'tools_load', output: { family: 'contacts' } }]);
  const { tools } = await copilot.as(someone.user, CopilotSettingsService).listTools({});
  const builtin = { tier: 0, approval: 'automatic', origin: 'builtin', server: null };
  expect(tools).toContainEqual({ name: 'contacts.get', ...builtin });
  expect(tools.filter(({ name }) => name.startsWith('approvals.') || name.startsWith('copilot.'))).toEqual([]);
});

test.each<[string, Partial<ToolCallPiece> & { readonly name: string }, string]>([
  ['that are no JSON', { name: 'deals_get', arguments: '{"dealId": ' }, 'INVALID_ARGUMENTS'],
  ['that the operation refuses', { name: 'deals_get', arguments: '{"dealId":"nonsense"}' }, 'VALIDATION_ERROR'],
  ['of a tool that is not there', { name: 'approvals_execute', arguments: '{}' }, 'NO_SUCH_TOOL'],
  ['of a family that is not there', { name: 'tools_load', arguments: '{"family":"admin"}' }, 'VALIDATION_ERROR'],
])('the model gets arguments %s back, and continues', async (_what, piece, code) => {
  const someone = await begin(copilot, world);
  answer(model, calls(piece), says('Sorry.'));

  const { told, stored } = await ask(someone);

  expect(told.find(({ type }) => type === 'tool-input-error')?.errorText).toContain(code);
  expect(toolsIn(stored)).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining(code) }]);
  expect(resultsOf(model).at(-1)).toContain(code);
  expect(said(told)).toBe('Sorry.');
});

test('after three unusable calls in a row the model must answer without tools', async () => {
  const someone = await begin(copilot, world);
  answer(
    model,
    calls({ name: 'deals_get', arguments: '{' }),
    calls({ name: 'nonsense' }),
    calls({ name: 'deals_get' }),
    says('I do not know.'),
  );

  const { told, turn } = await ask(someone);

  expect(lastOf(model).tool_choice).toBe('none');
  expect([said(told), turn?.status]).toEqual(['I do not know.', 'completed']);
});

test('two calls that share an id each get their own result', async () => {
  const someone = await begin(copilot, world);
  world.getDeal = async ({ dealId }) => ({
    deal: dealOf(someone.user.userId, { id: dealId, name: `Deal ${dealId.slice(-1)}` }),
  });
  const other = DEAL_ID.replace(/1$/, '2');
  answer(
    model,
    calls(
      { id: 'same', name: 'deals_get', arguments: JSON.stringify({ dealId: DEAL_ID }) },
      { id: 'same', name: 'deals_get', arguments: JSON.stringify({ dealId: other }) },
    ),
    says('Two.'),
  );

  const { stored } = await ask(someone);

  expect(toolsIn(stored).map(({ input, output }) => [input, output])).toMatchObject([
    [{ dealId: DEAL_ID }, { name: 'Deal 1' }],
    [{ dealId: other }, { name: 'Deal 2' }],
  ]);
  expect(resultsOf(model).map((result) => /Deal \d/.exec(result)?.[0])).toEqual(['Deal 1', 'Deal 2']);
});

test("the model gets a service's refusal with the text of the dashboard", async () => {
  const someone = await begin(copilot, world);
  world.getDeal = () => Promise.reject(appError('NOT_FOUND', 'There is no such deal.'));
  answer(model, readDeal(), says('There is none.'));

  const { told, stored } = await ask(someone);

  expect(told.find(({ type }) => type === 'tool-output-error')?.errorText).toBe('NOT_FOUND: There is no such deal.');
  expect(toolsIn(stored)).toMatchObject([{ state: 'output-error' }]);
  expect(resultsOf(model).at(-1)).toContain('NOT_FOUND');
});

test.each([
  ['a tool that does not answer is given up, and the model goes on', { toolMs: 100 }, 'TIMEOUT: ', 'completed'],
  ['a turn that takes too long fails, by name', { turnMs: 100 }, 'Stopped.', 'failed'],
] as const)('%s', async (_what, times, error, status) => {
  const impatient = await startCopilotIn(world, { modelUrl: model.baseUrl, times: { renewMs: 20, ...times } });
  try {
    const someone = await begin(impatient, world);
    world.getDeal = () => new Promise(() => undefined);
    // When the turn itself has little time left, even the model may not finish.
    answer(model, readDeal(), says('It takes long.'));

    const { told, turn } = await ask(someone);

    expect(turn).toMatchObject({ status, errorCode: status === 'failed' ? 'TURN_TIMED_OUT' : null });
    const ended = told.find(({ type }) => type === 'tool-output-error')?.errorText ?? error;
    expect(ended).toContain(error);
  } finally {
    await impatient.stop();
  }
});

test('a model is asked eight times in a turn, without tools the last time', async () => {
  const someone = await begin(copilot, world);
  answer(model, readDeal());
  const before = model.calls.length;

  const { stored, turn } = await ask(someone);

  expect([model.calls.length - before, lastOf(model).tool_choice, turn?.status]).toEqual([8, 'none', 'completed']);
  expect(toolsIn(stored)).toHaveLength(7);
});

test('a turn calls at most sixteen tools', async () => {
  const someone = await begin(copilot, world);
  let reads = 0;
  world.getDeal = async () => {
    reads += 1;
    return { deal: dealOf(someone.user.userId) };
  };
  const many = Array.from({ length: 18 }, () => ({
    name: 'deals_get',
    arguments: JSON.stringify({ dealId: DEAL_ID }),
  }));
  answer(model, calls(...many), says('Enough.'));

  const { stored } = await ask(someone);

  expect(reads).toBe(16);
  expect(toolsIn(stored).filter(({ errorText }) => errorText?.startsWith('TOOL_LIMIT_REACHED'))).toHaveLength(2);
  expect(lastOf(model).tool_choice).toBe('none');
});

test('when its user signs out, a turn ends with the current step, before any other read', async () => {
  const someone = await begin(copilot, world);
  let reads = 0;
  world.getDeal = async () => {
    reads += 1;
    world.beforeStep = () => Promise.reject(appError('GRANT_ENDED', 'The session has ended.'));
    return { deal: dealOf(someone.user.userId) };
  };
  answer(model, readDeal());
  const before = model.calls.length;

  const { told, turn } = await ask(someone);

  expect([reads, model.calls.length - before]).toEqual([1, 1]);
  expect([told.at(-1)?.type, turn?.status, turn?.errorCode]).toEqual(['abort', 'stopped', null]);
});

test('while it is unknown whether the user may continue, the turn fails with its own code', async () => {
  const someone = await begin(copilot, world);
  world.beforeStep = () => Promise.reject(appError('UNAVAILABLE', 'Accounts and sign-in are not available.'));
  const before = model.calls.length;

  const { told, turn } = await ask(someone);

  expect(told.find(({ type }) => type === 'data-error')?.data?.code).toBe('SIGN_IN_UNCHECKED');
  expect([model.calls.length - before, turn?.status]).toEqual([0, 'failed']);
});

test('a turn that is stopped while a tool reads ends at once', async () => {
  const someone = await begin(copilot, world);
  const reading = Promise.withResolvers<void>();
  world.getDeal = () => {
    reading.resolve();
    return new Promise(() => undefined);
  };
  answer(model, readDeal());
  const asking = ask(someone);
  await reading.promise;

  await copilot.as(someone.user, TurnService).stopTurn({ conversationId: someone.conversationId });

  const { turn, stored } = await asking;
  expect(turn?.status).toBe('stopped');
  expect(toolsIn(stored)).toMatchObject([{ state: 'output-error' }]);
});
