import { afterAll, afterEach, beforeEach } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { CONSENT, type CopilotOptions, type CopilotService, startCopilot } from './copilot-service.js';
import {
  callTools,
  type ModelAnswer,
  type ModelCall,
  type ModelServer,
  say,
  startModelServer,
  type ToolCallPiece,
} from './model-server.js';

/** The fields of a stream or message part that tests read. */
export interface Part {
  readonly type: string;
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly delta?: string;
  readonly state?: string;
  readonly data?: { readonly code?: string };
  readonly approval?: { readonly id: string; readonly approved?: boolean };
}

/** The deal that tools read. */
export const DEAL_ID = '0198e8a0-0000-7000-8000-000000000001';

/** Data that tools read, and the users whose turns may continue; set by tests. */
export interface ToolWorld {
  getDeal: (request: { readonly dealId: string }) => Promise<unknown>;
  beforeStep: () => Promise<void>;
}

/** A copilot whose tools read from the world. */
export function startCopilotIn(world: ToolWorld, { reads, ...options }: CopilotOptions): Promise<CopilotService> {
  return startCopilot({
    reads: { deals: { getDeal: (request: { readonly dealId: string }) => world.getDeal(request) }, ...reads },
    beforeStep: () => world.beforeStep(),
    ...options,
  });
}

/** A copilot, its model, and the data of its tools; each test starts with a fresh day. Call it while a file loads. */
export async function openToolWorld() {
  const world: ToolWorld = {
    getDeal: () => Promise.reject(new Error('These tests have no deals.')),
    beforeStep: () => Promise.resolve(),
  };
  const model = await startModelServer();
  const copilot = await startCopilotIn(world, { modelUrl: model.baseUrl, times: { renewMs: 20 } });
  beforeEach(() => {
    world.beforeStep = () => Promise.resolve();
  });
  afterEach(() => {
    model.answer((_call, response) => say(response, 'Hello.'));
    copilot.passDay();
  });
  afterAll(async () => {
    await copilot.stop();
    await model.stop();
  });
  return { world, model, copilot };
}

/** A deal as its service returns it. */
export function dealOf(ownerId: string, fields: object = {}) {
  const at = new Date('2026-01-01T00:00:00Z');
  const access = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };
  return {
    id: DEAL_ID,
    ownerId,
    name: 'Kiteline spring',
    brand: null,
    status: 'active',
    promoCode: null,
    promoLink: null,
    price: null,
    currency: 'USD',
    viewsTarget: null,
    platform: null,
    postDate: null,
    contactName: null,
    contactId: null,
    influencerId: null,
    notes: null,
    tags: [],
    viewCheckDays: [],
    videoCount: 0,
    totalViews: 0,
    nextDueDate: null,
    pace: null,
    createdAt: at,
    updatedAt: at,
    version: 1,
    access,
    ...fields,
  };
}

/** A task as its service returns it. */
export function taskOf(ownerId: string, title: string) {
  const at = new Date('2026-01-01T00:00:00Z');
  const access = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };
  return {
    id: '0198e8a0-0000-7000-8000-000000000002',
    ownerId,
    title,
    description: null,
    status: 'todo',
    priority: 'normal',
    dueDate: null,
    dealId: null,
    dealName: null,
    contactId: null,
    contactName: null,
    assigneeId: null,
    canChangeStatus: true,
    createdAt: at,
    updatedAt: at,
    version: 1,
    access,
  };
}

/** A user who has agreed, with a conversation; they own the deal that tools read. */
export async function begin(service: CopilotService, world: ToolWorld, fields: object = {}) {
  const user = testUser();
  world.getDeal = async () => ({ deal: dealOf(user.userId, fields) });
  await service.as(user, CopilotSettingsService).giveConsent({ scope: 'free', version: CONSENT, granted: true });
  const { conversation } = await service.as(user, ConversationService).createConversation({});
  return { user, conversationId: conversation?.id ?? '', service };
}

/** Makes a model give these answers in order, repeating the last. */
export function answer(model: ModelServer, ...steps: readonly ModelAnswer[]): void {
  let at = 0;
  model.answer((call, response) => {
    const step = steps[Math.min(at, steps.length - 1)];
    at += 1;
    return step?.(call, response);
  });
}

/** An answer with tool calls. */
export const calls =
  (...pieces: readonly (Partial<ToolCallPiece> & { readonly name: string })[]): ModelAnswer =>
  (_call, response) =>
    callTools(response, ...pieces.map((piece, at) => ({ id: `call-${at}`, arguments: '{}', ...piece })));
/** An answer with text only. */
export const says =
  (...pieces: readonly string[]): ModelAnswer =>
  (_call, response) =>
    say(response, ...pieces);
/** An answer that reads a deal. */
export const readDeal = (dealId = DEAL_ID) => calls({ name: 'deals_get', arguments: JSON.stringify({ dealId }) });

/** Asks, perhaps while viewing a deal, follows to the end, and returns the stream and the stored state. */
export async function ask(
  { user, conversationId, service }: Awaited<ReturnType<typeof begin>>,
  text = 'What is due?',
  view: { readonly dealId?: string; readonly dealName?: string } = {},
) {
  const turns = service.as(user, TurnService);
  const { turn } = await turns.createTurn({ conversationId, text, ...view });
  const told = await follow(user, turn?.id ?? '', service);
  const { messages } = await service.as(user, ConversationService).listMessages({ conversationId, pageSize: 1 });
  const ended = await turns.getTurn({ turnId: turn?.id ?? '', throwsFailure: false });
  return { told, stored: JSON.parse(messages[0]?.partsJson ?? '[]') as Part[], turn: ended.turn, user };
}

/** Follows a turn to the end of its stream, and returns the stream. */
export async function follow(user: UserPrincipal, turnId: string, service: CopilotService): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const { partJson } of service.as(user, TurnService).followTurn({ turnId }))
    parts.push(JSON.parse(partJson));
  return parts;
}

/** The text of a stream. */
export const said = (parts: readonly Part[]) => parts.map(({ delta = '' }) => delta).join('');
/** The latest prompt of a model. */
export const lastOf = (model: ModelServer): ModelCall['body'] =>
  model.calls.at(-1)?.body ?? { model: '', messages: [] };
/** The names of the tools in the latest prompt. */
export const resultsOf = (model: ModelServer) =>
  lastOf(model).messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
/** Tool calls in a message. */
export const toolsIn = (stored: readonly Part[]) => stored.filter(({ type }) => type === 'dynamic-tool');
