import { AppError } from '@svc/chassis/errors/app-error';
import { startTestGateway, testDeal, type TestGateway } from '../../../testing/test-gateway.js';
import { type BridgeAnswer, type BridgeRequest, callBridge } from './call-bridge.js';

export const DEAL_ID = '01900000-0000-7000-8000-000000000001';
export const APPROVAL_ID = '01900000-0000-7000-8000-0000000000aa';

/** Headers of a call with its approval. */
export const APPROVED = { 'x-dd-approval-id': APPROVAL_ID };

/** The input of the call that the user approved. */
export const STORED_INPUT = JSON.stringify({ dealId: DEAL_ID, name: 'New name' });

/** Preview of an import. */
const PLANNED = {
  preview: true,
  summary: { rows: 22, toCreate: 21, toUpdate: 0, duplicates: 0, invalid: 1 },
  columns: [{ heading: 'Naam', field: 'name' }, { heading: 'Kolom' }],
  items: Array.from({ length: 22 }, (_, index) => ({
    row: index + 1,
    action: index === 1 ? 'invalid' : 'create',
    name: `Name ${index + 1}`,
    email: `name${index + 1}@example.com`,
    handles: [{ platform: 'youtube', handle: '@name' }],
    tags: ['new'],
    messages: index === 1 ? ['The address is none.'] : [],
  })),
};

interface Call {
  readonly method: string;
  readonly request: Record<string, unknown>;
}

interface Answers {
  readonly approvesNonDeleteWrites?: boolean;
  /** Identity's answer to a claim. */
  readonly claim?: (request: { readonly inputHash: Buffer }) => Promise<object>;
  /** Identity's answer to a read of the approval. */
  readonly getApproval?: () => Promise<object>;
  /** Fields of the approval that a request returns. */
  readonly asked?: object;
  /** Deal's answer to a change. */
  readonly updateDeal?: () => Promise<object>;
}

/** A gateway over fake services for approvals, with one deal. */
export interface ApprovalGateway {
  readonly gateway: TestGateway;
  /** The calls of services, in order. */
  readonly calls: readonly Call[];
  readonly methods: () => string[];
  readonly call: (...request: BridgeRequest) => Promise<BridgeAnswer>;
  /** Renames the deal; this needs an approval. */
  readonly rename: (token: string, headers?: Record<string, string>) => Promise<BridgeAnswer>;
}

export function approvalInvalid(): AppError {
  const message = 'The approval does not cover this call.';
  return AppError.restore({ kind: 'forbidden', code: 'APPROVAL_INVALID', message });
}

export async function changedDeal(): Promise<object> {
  return { deal: testDeal({ id: DEAL_ID, name: 'New name', version: 4 }) };
}

export async function claimed(): Promise<object> {
  return { inputJson: STORED_INPUT, expectedVersion: 3, claimNumber: 1, assertions: {} };
}

const started = new Set<TestGateway>();

/** Runs after each test that starts one. */
export async function stopApprovalGateways(): Promise<void> {
  const all = [...started];
  started.clear();
  await Promise.all(all.map((gateway) => gateway.stop()));
}

export async function startApprovalGateway(answers: Answers = {}): Promise<ApprovalGateway> {
  const { approvesNonDeleteWrites = true, claim = claimed, updateDeal = changedDeal } = answers;
  const { getApproval = async () => ({ approval: approval({ inputJson: STORED_INPUT }) }), asked: fields } = answers;
  const calls: Call[] = [];
  const noted = (method: string, answer: (request: never) => unknown) => async (request: unknown) => {
    calls.push({ method, request: request as Record<string, unknown> });
    return (await answer(request as never)) as never;
  };
  const gateway = await startTestGateway({
    appOrigin: 'https://app.example',
    approvesNonDeleteWrites,
    handlers: {
      deals: {
        getDeal: async () => ({ deal: testDeal({ id: DEAL_ID, version: 3, tags: ['spring', 'summer'] }) }),
        updateDeal: noted('updateDeal', updateDeal),
        deleteDeal: noted('deleteDeal', () => ({})),
      },
      contacts: { importContacts: noted('importContacts', () => PLANNED) },
      approvals: {
        requestApproval: noted('requestApproval', (asked: { summary: string; agentSays?: string }) => ({
          approval: approval({ summary: asked.summary, agentSays: asked.agentSays, ...fields }),
        })),
        getApproval: noted('getApproval', getApproval),
        claimApproval: noted('claimApproval', claim),
        releaseApproval: noted('releaseApproval', () => ({})),
        completeApproval: noted('completeApproval', () => ({})),
        confirmApproval: noted('confirmApproval', () => ({ approval: approval({ status: 'approved' }) })),
      },
    },
  });
  started.add(gateway);
  const call: ApprovalGateway['call'] = (...request) => callBridge(gateway, ...request);
  return {
    gateway,
    calls,
    methods: () => calls.map(({ method }) => method),
    call,
    rename: (token, headers) => call('PATCH', `/deals/${DEAL_ID}`, token, { name: 'New name' }, headers),
  };
}

/** An approval of the user, by default of that change. */
export function approval(fields: object = {}) {
  return {
    id: APPROVAL_ID,
    operation: 'deals.update',
    summary: 'Update a deal: Spring launch',
    tier: 2,
    destructive: false,
    status: 'pending',
    inputHash: Buffer.alloc(32, 1),
    createdAt: new Date('2026-01-01T00:00:00Z'),
    expiresAt: new Date('2026-01-02T00:00:00Z'),
    ...fields,
  };
}
