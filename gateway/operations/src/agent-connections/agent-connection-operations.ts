import { getAgentConnection } from './get-agent-connection.js';
import { renewAgent } from './renew-agent.js';
import { revokeAgent } from './revoke-agent.js';

export const agentConnectionOperations = [getAgentConnection, renewAgent, revokeAgent] as const;
