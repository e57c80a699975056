import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange } from '../api/queries.js';
import { showHidden } from '../copilot/show-hidden.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { Chip, type Tone } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { Notice } from '../ui/notice.js';
import { showToast } from '../ui/toasts.js';
import { McpServerDialog } from './mcp-server-dialog.js';
import { McpTools } from './mcp-tools.js';

type McpServer = Item<'admin.copilot.list_mcp_servers'>;

const STATUSES: Readonly<Record<McpServer['status'], readonly [Tone, string]>> = {
  disabled: ['plain', 'disabled'],
  connecting: ['accent', 'connecting'],
  ready: ['good', 'ready'],
  unreachable: ['bad', 'unreachable'],
  tools_changed: ['warn', 'tools changed'],
};

/** A server: its address, its status, and its actions. */
export function McpServerCard({ server }: { readonly server: McpServer }) {
  const [tone, status] = STATUSES[server.status];
  return (
    <article aria-label={showHidden(server.name)} className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">
          <bdi>{showHidden(server.name)}</bdi>
        </h2>
        <Chip tone={tone}>{status}</Chip>
        <Facts server={server} />
      </div>
      <p className="[overflow-wrap:anywhere] text-soft">
        <bdi>{showHidden(server.url)}</bdi>
      </p>
      <Problems server={server} />
      <McpTools tools={server.tools} />
      <Actions server={server} />
    </article>
  );
}

function Facts({ server }: { readonly server: McpServer }) {
  const { count } = useFormats();
  const { toolCount, hasAuthHeader, slug, autoApproveTools } = server;
  const facts = [
    `slug ${slug}`,
    toolCount === null ? undefined : `${count(toolCount)} ${toolCount === 1 ? 'tool' : 'tools'}`,
    hasAuthHeader ? 'with a header' : 'without a header',
    autoApproveTools.length === 0 ? undefined : `${count(autoApproveTools.length)} run without asking`,
  ];
  return <span className="text-soft">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>;
}

function Problems({ server }: { readonly server: McpServer }) {
  const { lastError, changedTools, skippedReason, transport, hasAuthHeader } = server;
  return (
    <div className="mt-2 flex flex-col gap-2 empty:hidden">
      {lastError !== null && <Notice tone="bad">{lastError}</Notice>}
      {skippedReason !== undefined && (
        <Notice tone="warn">The environment configures the same address, so this server is skipped.</Notice>
      )}
      {changedTools.length > 0 && (
        <Notice tone="warn">
          These tools are off because they're new or have changed: <bdi>{showHidden(changedTools.join(', '))}</bdi>.
          Enable the server again to accept them.
        </Notice>
      )}
      {transport === 'sse' && hasAuthHeader && (
        <Notice tone="warn">A fixed header is safer over Streamable HTTP.</Notice>
      )}
    </div>
  );
}

function Actions({ server }: { readonly server: McpServer }) {
  const { id: serverId, version, enabled, status } = server;
  const enabling = useChange('admin.copilot.enable_mcp_server');
  const removing = useChange('admin.copilot.delete_mcp_server');
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const enable = (wanted: boolean): void =>
    enabling.mutate(
      { input: { serverId, enabled: wanted }, version: versionAfterOwnChanges(serverId, version) },
      { onSuccess: () => showToast(wanted ? 'Server enabled' : 'Server disabled') },
    );
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {status === 'tools_changed' && (
          <Button disabled={enabling.isPending} onClick={() => enable(true)}>
            Enable again
          </Button>
        )}
        <Button disabled={enabling.isPending} onClick={() => enable(!enabled)}>
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button onClick={() => setOpen('edit')}>Edit</Button>
        <Button kind="danger" onClick={() => setOpen('remove')}>
          Remove
        </Button>
      </div>
      {enabling.isError && <Notice tone="bad">{describeError(enabling.error)}</Notice>}
      {open === 'edit' && <McpServerDialog server={server} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title="Remove MCP server?"
          action="Remove server"
          run={async () => {
            await removing.mutateAsync({ input: { serverId }, version: versionAfterOwnChanges(serverId, version) });
            showToast('Server removed');
          }}
          onClose={close}
        >
          The copilot loses its tools, and its header is deleted.
        </ConfirmDialog>
      )}
    </>
  );
}
