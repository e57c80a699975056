/** What the judges check: a running product with a user. */
import type { Packages } from '@svc/scripts/on-demand/npm-packages';
import type { Stack } from '@svc/scripts/stack/stack';
import { createClients, type Session } from '../stack.ts';

/** One of the two hosts for agents. */
export interface Host {
  readonly name: 'bridge' | 'shortener';
  readonly origin: string;
  /** Path of the API that its tokens open, and a route of it that a reading agent may call. */
  readonly api: string;
  readonly read: string;
  readonly scope: string;
  /** Path of its MCP endpoint, with all tools. */
  readonly mcp: string;
}

export interface Court {
  readonly packages: Packages;
  readonly user: Session;
  readonly hosts: readonly Host[];
  /** Approves the agent that shows this code to the user. */
  readonly approve: (userCode: string) => Promise<void>;
}

export async function openCourt(stack: Stack, packages: Packages): Promise<Court> {
  const user = await createClients(stack.gatewayUrl).signUp();
  return {
    packages,
    user,
    hosts: [
      {
        name: 'bridge',
        origin: stack.gatewayUrl,
        api: '/api/agent',
        read: '/api/agent/deals',
        scope: 'mcp',
        mcp: '/api/agent/mcp?tools=all',
      },
      {
        name: 'shortener',
        origin: stack.shortenerUrl,
        api: '/api/shortener/v1',
        read: '/api/shortener/v1/links',
        scope: 'shortener.links:read shortener.links:write shortener.photos:write shortener.stats:read',
        mcp: '/mcp',
      },
    ],
    async approve(userCode) {
      const found = await user.post<{ requestId: string }>('/api/agent-authorizations/find', { userCode });
      const { status } = await user.post(`/api/agent-authorizations/${found.body.requestId}/approve`, {});
      if (status >= 300) throw new Error(`Approving the code ${userCode} answers ${status}.`);
    },
  };
}
