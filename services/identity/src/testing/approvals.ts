import { createHash } from 'node:crypto';
import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/calls/principal';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { testAgent } from '@svc/chassis/testing/test-service';
import { type Approval, ApprovalService, type RequestApprovalRequest } from '@svc/proto/identity/v1/approval_service';
import { v7 as newId } from 'uuid';
import { agentPrincipalOf, connectAgent } from './agent-sign-in.js';
import type { IdentityService } from './identity-service.js';

const SCOPES = 'svc.read svc.write.sensitive';

type Approvals = PromiseClient<typeof ApprovalService>;

export const hashOf = (input: object): Buffer => createHash('sha256').update(JSON.stringify(input)).digest();

/** A call that an agent wants to make. */
export function callOf(input: object = { dealId: newId() }, changes: Partial<RequestApprovalRequest> = {}) {
  return {
    operation: 'deals.update',
    inputJson: JSON.stringify(input),
    inputHash: hashOf(input),
    summary: 'Raise the price of Spring launch',
    tier: 2,
    destructive: false,
    ...changes,
  };
}

export type Call = ReturnType<typeof callOf>;

/** An adapter of the operator that acts for the user. */
export function adapterFor({ userId }: SignedInPrincipal, scopes: readonly string[] = ['mcp']): AgentPrincipal {
  const adapter = testAgent({ userId }, scopes);
  return { ...adapter, agent: { ...adapter.agent, requestId: null, clientId: null } };
}

/** Requests, decides and uses approvals in the service, which is started only before the tests run. */
export function approvalsIn(identity: () => IdentityService) {
  const as = (principal: SignedInPrincipal | AgentPrincipal): Approvals => identity().as(principal, ApprovalService);

  async function newAgent(user: SignedInPrincipal): Promise<AgentPrincipal> {
    const { token } = await connectAgent(identity(), user, { family: 'bridge', scope: SCOPES });
    const agent = await agentPrincipalOf(identity(), token);
    if (!agent) throw new Error('The new token opens nothing.');
    return agent;
  }

  /** Creates a user, and agents with bridge connections that act for the user. */
  async function userWithAgents(): Promise<{ user: SignedInPrincipal; agent: AgentPrincipal; other: AgentPrincipal }> {
    const { principal: user } = await identity().signUp();
    return { user, agent: await newAgent(user), other: await newAgent(user) };
  }

  async function ask(agent: AgentPrincipal, call: Call = callOf()): Promise<Approval> {
    const { approval } = await as(agent).requestApproval(call);
    if (!approval) throw new Error('The answer has no approval.');
    return approval;
  }

  const decide = (user: SignedInPrincipal, approvalId: string, decision = 'approved') =>
    as(user).decideApproval({ approvalId, decision });

  const claim = (agent: AgentPrincipal, approvalId: string, call: Call, requestId = 'request-1') =>
    as(agent).claimApproval({
      approvalId,
      operation: call.operation,
      inputHash: call.inputHash,
      requestId,
      audiences: [],
    });

  /** Returns an approval that an agent requested and the user approved. */
  async function approved(user: SignedInPrincipal, agent: AgentPrincipal, call: Call): Promise<string> {
    const { id } = await ask(agent, call);
    await decide(user, id);
    return id;
  }

  async function moveEnd(approvalId: string, interval: string): Promise<void> {
    await identity().pool.query(`update identity.agent_approvals set expires_at = now() + $2::interval where id = $1`, [
      approvalId,
      interval,
    ]);
  }

  const statusOf = async (user: SignedInPrincipal, approvalId: string) =>
    (await as(user).getApproval({ approvalId })).approval?.status;

  return { as, newAgent, userWithAgents, ask, decide, claim, approved, moveEnd, statusOf };
}
