import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeEach, expect } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { asSchema, readUIMessageStream, type UIMessageChunk, uiMessageChunkSchema } from 'ai';
import { v7 as newId } from 'uuid';
import { CONSENT, type CopilotOptions, type CopilotService, startCopilot, type TestLane } from './copilot-service.js';
import { type ModelCall, type ModelServer, say, startModelServer } from './model-server.js';
import type { Part } from './tool-talk.js';

/** Two model servers, and a starter of copilots that stop with their test. Call it while a file loads. */
export async function openRotationWorld() {
  const [server, other] = await Promise.all([startModelServer(), startModelServer()]);
  const running: CopilotService[] = [];
  beforeEach(() => [server, other].forEach((each) => answerAs(each)));
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  afterAll(() => Promise.all([server.stop(), other.stop()]));
  const start = async (lanes: readonly TestLane[], options: CopilotOptions = {}): Promise<CopilotService> => {
    const service = await startCopilot({ lanes, rotationTimes: { knownMs: 0, lookMs: 20 }, ...options });
    running.push(service);
    return service;
  };
  /** Returns a function that lists the models called from now on, on each server. */
  const watch = () => {
    const from = [server.calls.length, other.calls.length];
    return () => [askedOf(server).slice(from[0]), askedOf(other).slice(from[1])];
  };
  return { server, other, start, watch };
}

/** How each model of a server answers, by name; others answer with their name. */
export type Answers = Readonly<Record<string, (response: ServerResponse, call: ModelCall) => unknown>>;

export function answerAs(server: ModelServer, answers: Answers = {}): void {
  server.answer(async (call, response) => {
    const { model } = call.body;
    const answer = answers[model];
    if (answer) await answer(response, call);
    else say(response, `I am ${model}.`);
  });
}

/** A failed answer: a status, with headers and a body. */
export const refuses =
  (status: number, body: object | string = {}, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    const type = { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A lane with these models, whose id no other test has. */
export function laneOf(server: ModelServer, names: readonly string[], fields: object = {}): TestLane {
  const models = names.map((id) => ({ id, contextTokens: 131_072, supportsTools: true }));
  return { id: `lane-${newId()}`, baseUrl: server.baseUrl, models, ...fields };
}

/** Names of the called models, in order. */
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

/** A turn's stream to its end, and its stored state. */
export async function ask(service: CopilotService, someone?: { user: UserPrincipal; conversationId: string }) {
  const { user, conversationId } = someone ?? (await begun(service));
  const turns = service.as(user, TurnService);
  const { turn } = await turns.createTurn({ conversationId, text: 'What is due?' });
  const turnId = turn?.id ?? '';
  const told = await follow(service, user, turnId);
  const ended = await turns.getTurn({ turnId, throwsFailure: false });
  const stored = JSON.parse(ended.message?.partsJson ?? '[]') as Part[];
  // The reader skips messages without content.
  const isShown = stored.some(({ type }) => type !== 'step-start');
  expect(await readParts(told)).toEqual(isShown ? stored : []);
  const text = stored.flatMap((part) => (part.type === 'text' ? [(part as { text?: string }).text ?? ''] : []));
  const failure = told.find(({ type }) => type === 'data-error')?.data;
  const asked = told.flatMap(({ type, data }) => (type === 'data-model' ? [data ?? {}] : []));
  return { told, stored, text: text.join(''), failure, asked, turn: ended.turn, user, conversationId };
}

/** The whole stream of a turn. */
export async function follow(service: CopilotService, user: UserPrincipal, turnId: string): Promise<RotationPart[]> {
  const told: RotationPart[] = [];
  for await (const { partJson } of service.as(user, TurnService).followTurn({ turnId }))
    told.push(JSON.parse(partJson));
  return told;
}

const SCHEMA = asSchema(uiMessageChunkSchema);

/** The message that the package `ai` builds from a stream, checking that it knows each part. */
export async function readParts(told: readonly RotationPart[]): Promise<unknown> {
  const chunks: UIMessageChunk[] = [];
  for (const part of told) {
    const judged = await SCHEMA.validate?.(part);
    if (!judged?.success) throw new Error(`No part of the UI message stream: ${JSON.stringify(part)}`);
    chunks.push(judged.value);
  }
  let read: unknown = [];
  const stream = ReadableStream.from(chunks);
  for await (const { parts } of readUIMessageStream({ stream, onError: () => undefined })) {
    read = JSON.parse(JSON.stringify(parts));
  }
  return read;
}

/** The fields of a stream part that tests of the rotation read. */
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
