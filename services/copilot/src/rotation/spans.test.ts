import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordSpans } from '@svc/chassis/testing/recorded-spans';
import { type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { type ModelServer, startModelServer } from '../testing/model-server.js';
import { answerAs, ask, begun, laneOf, refuses } from '../testing/rotation-world.js';

const recording = recordSpans();
let server: ModelServer;
let service: CopilotService;

beforeAll(async () => {
  server = await startModelServer();
});

afterAll(async () => {
  recording.stop();
  await service?.stop();
  await server?.stop();
});

test('each call of a model is a span of its turn, with its outcome and without any content', async () => {
  const lane = laneOf(server, ['a', 'b']);
  service = await startCopilot({ lanes: [lane] });
  answerAs(server, { a: refuses(503, { error: { message: 'A secret of the provider.' } }) });

  const { conversationId } = await ask(service, await begun(service, `${lane.id}|a`));

  const chats = recording.spans.filter(({ name }) => name.startsWith('chat '));
  const common = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': lane.id,
    'gen_ai.conversation.id': conversationId,
  };
  expect(chats).toEqual([
    {
      name: 'chat a',
      parent: 'invoke_agent copilot',
      kind: expect.any(Number),
      attributes: { ...common, 'gen_ai.request.model': 'a', 'error.type': 'upstream' },
      hasEnded: true,
    },
    {
      name: 'chat b',
      parent: 'invoke_agent copilot',
      kind: expect.any(Number),
      attributes: {
        ...common,
        'gen_ai.request.model': 'b',
        'gen_ai.response.model': 'test',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': 11,
        'gen_ai.usage.output_tokens': 7,
      },
      hasEnded: true,
    },
  ]);
  expect(JSON.stringify(recording.spans)).not.toMatch(/secret of the provider|What is due|I am b/);
});
