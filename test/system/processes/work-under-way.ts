/** Uploads, imports and approved agent writes that must run exactly once, even if processes die or hang while they run. */
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callApi } from '@svc/scripts/stack/http';
import type { Session, TestStack } from '../../stack.ts';
import { type BridgeAgent, connectAgent, requestApproval } from '../agents/bridge-agents.ts';
import { daysAgo, type ImportAnswer, type List, videoUrl } from '../answers.ts';
import { pixel, type Screenshot } from '../screenshots/screenshots.ts';

/** Number of requests of each kind. */
const COUNT = 4;
/** Client timeout in milliseconds. */
const PATIENCE_MS = 5_000;
/** Milliseconds until a repeated request must have succeeded. */
const REPEATED_MS = 45_000;

/** A request that can be repeated unchanged until it succeeds, and a check that it ran once. */
interface Piece {
  send(gatewayUrl: string, signal: AbortSignal): Promise<number>;
  check(): Promise<void>;
}

export interface WorkUnderWay {
  /** Resolves with the first answer, while the other requests are in flight. */
  readonly begun: Promise<number>;
  /** Statuses of the first tries; 0 where the connection broke or the client timed out. */
  readonly answers: Promise<readonly number[]>;
  /** Repeats failed requests through one gateway, and checks that each ran exactly once. */
  finish(gatewayUrl: string): Promise<void>;
}

let pieces = 0;

/** Connects an agent that may request sensitive writes. */
export function connectWorker(stack: TestStack, user: Session): Promise<BridgeAgent> {
  return connectAgent(stack, user, ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive']);
}

/** Prepares the requests and sends all at once, alternating between the gateways. */
export async function startWork(
  stack: TestStack,
  user: Session,
  agent: BridgeAgent,
  gateways: readonly string[],
): Promise<WorkUnderWay> {
  const makers = [makeUpload, makeImport, makeApproved];
  const all = await Promise.all(
    makers.flatMap((make) => Array.from({ length: COUNT }, () => make({ stack, user, agent, number: (pieces += 1) }))),
  );
  const first = all.map((piece, index) => send(piece, gateways[index % gateways.length] ?? ''));
  return {
    begun: Promise.race(first),
    answers: Promise.all(first),
    async finish(gatewayUrl) {
      const statuses = await Promise.all(first);
      for (const [index, piece] of all.entries()) {
        if (!isDone(statuses[index] ?? 0))
          await eventually(async () => expect(isDone(await send(piece, gatewayUrl))).toBe(true), REPEATED_MS);
        await piece.check();
      }
    },
  };
}

const isDone = (status: number): boolean => status >= 200 && status < 300;

const send = (piece: Piece, gatewayUrl: string): Promise<number> =>
  piece.send(gatewayUrl, AbortSignal.timeout(PATIENCE_MS)).catch(() => 0);

interface Given {
  readonly stack: TestStack;
  readonly user: Session;
  readonly agent: BridgeAgent;
  readonly number: number;
}

async function makeUpload({ user, number }: Given): Promise<Piece> {
  const image = pixel(number).toString('base64');
  const sourceUrl = `https://example.com/work-${number}`;
  const headers = { 'idempotency-key': randomUUID() };
  return {
    send: async (gatewayUrl, signal) => {
      const body = { image, sourceUrl };
      const path = '/api/screenshots';
      return (await callApi(gatewayUrl, 'POST', path, { token: user.token, body, headers, signal })).status;
    },
    check: async () => {
      const { body: found } = await user.get<List<Screenshot>>(`/api/screenshots?q=work-${number}`);
      expect(found.items.filter(({ uploaded }) => uploaded)).toHaveLength(1);
    },
  };
}

async function makeImport({ user, number }: Given): Promise<Piece> {
  const promoCode = `WORK${number}`;
  const body = { postDate: daysAgo(2), collections: [{ promoCode, urls: [videoUrl(700_000 + number)] }] };
  const headers = { 'idempotency-key': randomUUID() };
  return {
    send: async (gatewayUrl, signal) => {
      const path = '/api/deals/bulk-import/process';
      return (await callApi<ImportAnswer>(gatewayUrl, 'POST', path, { token: user.token, body, headers, signal }))
        .status;
    },
    check: async () => {
      const { body: found } = await user.get<List<{ videoCount: number }>>(`/api/deals?q=${promoCode}`);
      expect(found.items.map(({ videoCount }) => videoCount)).toEqual([1]);
    },
  };
}

async function makeApproved({ stack, user, agent, number }: Given): Promise<Piece> {
  const { id } = (await user.post<{ id: string }>('/api/deals', { name: `Approved ${number}` })).body;
  const body = { direction: 'incoming', amount: number };
  const path = `/deals/${id}/payments`;
  const { approvalId } = await requestApproval(stack, agent, 'POST', path, body);
  expect((await user.post(`/api/approvals/${approvalId}/approve`)).status).toBe(200);
  const headers = { 'x-dd-request-id': randomUUID(), 'x-dd-approval-id': approvalId };
  return {
    send: async (gatewayUrl, signal) =>
      (await callApi(gatewayUrl, 'POST', `/api/agent${path}`, { token: agent.token, body, headers, signal })).status,
    check: async () => expect((await user.get<List<object>>(`/api${path}`)).body.total).toBe(1),
  };
}
