import { scopeText } from '@svc/web/shared/agent-scopes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, isGone } from '../api/api-error.js';
import type { Output } from '../api/operations.js';
import { refreshAfter, useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { RelativeTime } from '../ui/relative-time.js';
import { ShortTime } from '../ui/short-time.js';
import { showError, showToast } from '../ui/toasts.js';

export type AgentSettings = Output<'agent_connection.get'>;
type Connection = AgentSettings['persistentConnections'][number];

/** Connected agents. */
export function Connections({
  settings: { persistentConnections: connections, writePolicy },
}: {
  readonly settings: AgentSettings;
}) {
  const rules = { approvesNonDeleteWrites: writePolicy.nonDeleteWritesRequireApproval };
  const [ending, setEnding] = useState<Connection>();
  const revoke = useChange('agent_connection.revoke_agent');
  const dropGone = useDropGone();
  return (
    <section aria-label="Connections" className="mb-6">
      <h2 className="mb-1.5 font-semibold">Connections</h2>
      {connections.length === 0 && <EmptyState>No agents yet. Connect your first agent below.</EmptyState>}
      {connections.length > 0 && (
        <ul className="rounded-md border border-line bg-surface">
          {connections.map((each) => (
            <ConnectionCard key={each.requestId} connection={each} rules={rules} onEnd={() => setEnding(each)} />
          ))}
        </ul>
      )}
      {ending && (
        <ConfirmDialog
          title={`Revoke access for ${ending.displayName}?`}
          action="Revoke access"
          onClose={() => setEnding(undefined)}
          run={async () => {
            // A connection that has expired in the meantime no longer exists.
            await revoke.mutateAsync({ input: { requestId: ending.requestId } }).catch((error: unknown) => {
              if (!isGone(error)) throw error;
              dropGone(error);
            });
            showToast(`Access revoked for ${ending.displayName}`);
          }}
        >
          Its token stops working and its pending approvals are withdrawn. To use it again, reconnect it.
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Reads the list again when a connection has ended while it was shown. */
function useDropGone(): (error: unknown) => void {
  const queries = useQueryClient();
  return (error) => {
    if (isGone(error)) refreshAfter(queries, 'agent_connection.revoke_agent');
  };
}

interface ConnectionCardProps {
  readonly connection: Connection;
  /** The installation's rules for approvals. */
  readonly rules: { readonly approvesNonDeleteWrites: boolean };
  readonly onEnd: () => void;
}

function ConnectionCard({ connection, rules, onEnd }: ConnectionCardProps) {
  const { time } = useFormats();
  const renew = useChange('agent_connection.renew_agent');
  const dropGone = useDropGone();
  const { requestId, displayName, clientUrl, scopes, tokenLastFour, approvedAt, lastActivityAt, expiresAt } =
    connection;
  const host = clientUrl === null ? undefined : URL.parse(clientUrl)?.host;
  const prolong = (): void =>
    renew.mutate(
      { input: { requestId } },
      {
        onSuccess: (renewed) => showToast(`${displayName} has access until ${time(renewed.expiresAt)}.`),
        onError: (error) => {
          showError(describeError(error));
          dropGone(error);
        },
      },
    );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-medium">{displayName}</bdi>
          {host !== undefined && <bdi className="text-soft">{host}</bdi>}
          {connection.family === 'shortener' && <Chip>Short links</Chip>}
          {scopes.includes('mcp') && <Chip tone="warn">Every tool</Chip>}
        </p>
        <ul className="my-1 list-disc pl-5">
          {scopes.map((scope) => (
            <li key={scope}>{scopeText(scope, rules)}</li>
          ))}
        </ul>
        <p className="text-soft">
          {tokenLastFour === null ? 'Waiting for the agent to connect' : `Token …${tokenLastFour}`} · approved{' '}
          <RelativeTime at={approvedAt} /> ·{' '}
          {lastActivityAt === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={lastActivityAt} />
            </>
          )}{' '}
          · ends <ShortTime at={expiresAt} isInSentence />
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <Button disabled={renew.isPending} aria-label={`Renew ${displayName}`} onClick={prolong}>
          Renew
        </Button>
        <Button kind="danger" aria-label={`Revoke access for ${displayName}`} onClick={onEnd}>
          Revoke
        </Button>
      </div>
    </li>
  );
}
