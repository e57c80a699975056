import { getAgentConnection } from './get-agent-connection.js';
import { listAgentCalls } from './list-agent-calls.js';
import { renewAgent } from './renew-agent.js';
import { revokeAgent } from './revoke-agent.js';

export const agentConnectionOperations = [getAgentConnection, listAgentCalls, renewAgent, revokeAgent] as const;
