import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../api/operations.js';
import { operationQuery } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { McpServerCard } from './mcp-server-card.js';
import { McpServerDialog } from './mcp-server-dialog.js';

type Servers = Output<'admin.copilot.list_mcp_servers'>;

/** Polling intervals: short while a connection to a server is being established, otherwise long. */
const SOON_MS = 2_000;
const LATER_MS = 30_000;

const MEMORY_TEXTS: Readonly<Record<NonNullable<Servers['memory']>['status'], string>> = {
  ready: "The environment's memory server is ready.",
  unreachable: "The environment's memory server doesn't answer. Retrying…",
  misconfigured: "The environment's memory server is disabled: its URL or header is invalid.",
};

/** The servers whose tools the copilot offers to everyone. */
export function McpServers() {
  const servers = useQuery({
    ...operationQuery('admin.copilot.list_mcp_servers', {}),
    refetchInterval: ({ state }) => (state.data?.items.some(isComing) ? SOON_MS : LATER_MS),
  });
  const [isAdding, setAdding] = useState(false);
  if (servers.isError) return <PageError error={servers.error} />;
  if (!servers.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  const { items, memory } = servers.data;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-soft">
        The copilot offers the tools of these servers to all users. A server gets the arguments of each call and nothing
        else. Users are asked before each call, unless you let a tool run by itself.
      </p>
      {memory && (
        <Notice tone={memory.status === 'ready' ? 'good' : 'warn'}>
          {MEMORY_TEXTS[memory.status]} {memory.warning}
        </Notice>
      )}
      {items.length === 0 ? (
        <EmptyState>No MCP server has been added.</EmptyState>
      ) : (
        <ul className="flex flex-col gap-3">
          {items.map((server) => (
            <li key={server.id}>
              <McpServerCard server={server} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add MCP server
        </Button>
      </div>
      {isAdding && <McpServerDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function isComing({ status }: Servers['items'][number]): boolean {
  return status === 'connecting';
}
