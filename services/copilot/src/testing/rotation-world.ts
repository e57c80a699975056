import type { ServerResponse } from 'node:http';
import type { UserPrincipal } from '@svc/chassis/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { v7 as newId } from 'uuid';
import { CONSENT, type CopilotService, type TestLane } from './copilot-service.js';
import { say, type ModelCall, type ModelServer } from './model-server.js';
import type { Part } from './tool-talk.js';

/** How each model of a server answers, by its name; those that are not named say their name. */
export type Answers = Readonly<Record<string, (response: ServerResponse, call: ModelCall) => unknown>>;

export function answerAs(server: ModelServer, answers: Answers = {}): void {
  server.answer(async (call, response) => {
    const { model } = call.body;
    const answer = answers[model];
    if (answer) await answer(response, call);
    else say(response, `I am ${model}.`);
  });
}

/** An answer that is none: a status, with headers and a body. */
export const refuses =
  (status: number, body: object | string = {}, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    const type = { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A lane whose id no other test has, with models of these names. */
export function laneOf(server: ModelServer, names: readonly string[], fields: object = {}): TestLane {
  const models = names.map((id) => ({ id, contextTokens: 131_072, supportsTools: true }));
  return { id: `lane-${newId()}`, baseUrl: server.baseUrl, models, ...fields };
}

/** Names of the models that were asked, in their order. */
export const askedOf = (server: ModelServer): string[] => server.calls.map(({ body }) => body.model);

/** A user who has agreed and perhaps chosen a model, with a conversation. */
export async function begun(service: CopilotService, modelId?: string) {
  const user = testUser();
  const settings = service.as(user, CopilotSettingsService);
  await settings.giveConsent({ scope: 'free', version: CONSENT, granted: true });
  if (modelId !== undefined) await settings.updateConfig({ modelId });
  const { conversation } = await service.as(user, ConversationService).createConversation({});
  return { user, conversationId: conversation?.id ?? '' };
}

/** What is told of a turn to its end, and what is stored of it. */
export async function ask(service: CopilotService, someone?: { user: UserPrincipal; conversationId: string }) {
  const { user, conversationId } = someone ?? (await begun(service));
  const turns = service.as(user, TurnService);
  const { turn } = await turns.createTurn({ conversationId, text: 'What is due?' });
  const turnId = turn?.id ?? '';
  const told: RotationPart[] = [];
  for await (const { partJson } of turns.followTurn({ turnId })) told.push(JSON.parse(partJson));
  const ended = await turns.getTurn({ turnId, throwsFailure: false });
  const stored = JSON.parse(ended.message?.partsJson ?? '[]') as Part[];
  const text = stored.flatMap((part) => (part.type === 'text' ? [(part as { text?: string }).text ?? ''] : []));
  const failure = told.find(({ type }) => type === 'data-error')?.data;
  const asked = told.flatMap(({ type, data }) => (type === 'data-model' ? [data ?? {}] : []));
  return { told, stored, text: text.join(''), failure, asked, turn: ended.turn, user, conversationId };
}

/** A part of a stream, as far as tests of the rotation look at it. */
export interface RotationPart {
  readonly type: string;
  readonly delta?: string;
  readonly data?: {
    readonly code?: string;
    readonly retryAfterSeconds?: number;
    readonly modelId?: string;
    readonly attempt?: number;
    readonly failover?: boolean;
  };
}
