import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { CONSENT, type CopilotService, startCopilot } from '../../testing/copilot-service.js';
import { type ModelServer, say, startModelServer } from '../../testing/model-server.js';

let model: ModelServer;
let copilot: CopilotService;
let now: Date;

beforeAll(async () => {
  model = await startModelServer();
  copilot = await startCopilot({ modelUrl: model.baseUrl, timeZone: 'UTC', now: () => now });
});

afterAll(async () => {
  await copilot?.stop();
  await model?.stop();
});

test('a turn that fails after midnight is subtracted from the day on which it began', async () => {
  const user = testUser();
  const settings = copilot.as(user, CopilotSettingsService);
  const turns = copilot.as(user, TurnService);
  await settings.giveConsent({ scope: 'free', version: CONSENT, granted: true });
  const { conversation } = await copilot.as(user, ConversationService).createConversation({});
  const answerPastMidnight = async (): Promise<void> => {
    now = new Date('2026-05-01T23:59:59Z');
    const { turn } = await turns.createTurn({ conversationId: conversation?.id ?? '', text: 'What is due?' });
    now = new Date('2026-05-02T00:00:05Z');
    for await (const _part of turns.followTurn({ turnId: turn?.id ?? '' }));
  };
  const days = async () => {
    const { day, used, history } = await settings.getUsage({ days: 2 });
    return { day, used, turns: history.map((each) => [each.day, each.freeTurns]) };
  };

  model.answer((_call, response) => say(response, 'Hello.'));
  await answerPastMidnight();
  expect(await days()).toEqual({ day: '2026-05-02', used: 0, turns: [['2026-05-01', 1]] });

  model.answer((_call, response) => void response.writeHead(500).end());
  await answerPastMidnight();
  expect(await days()).toEqual({ day: '2026-05-02', used: 0, turns: [['2026-05-01', 1]] });
});
