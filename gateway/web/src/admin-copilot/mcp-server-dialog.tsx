import { useState } from 'react';
import { findInList } from '../api/find-in-list.js';
import type { Item } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { TextField } from '../ui/fields/field.js';
import { type Field, fieldsOf } from '../ui/fields/fields-of.js';
import { choice, list, text } from '../ui/fields/form-fields.js';
import { optionalText, textOf } from '../ui/parsing/form-text.js';
import { showToast } from '../ui/toasts.js';

type McpServer = Item<'admin.copilot.list_mcp_servers'>;

const TRANSPORTS: Readonly<Record<McpServer['transport'], string>> = { http: 'Streamable HTTP', sse: 'SSE (older)' };

const serverFields = (hasHeader: boolean) =>
  fieldsOf('admin.copilot.create_mcp_server', {
    name: text('Name'),
    slug: text('Slug', {
      pattern: '[a-z0-9]{1,20}',
      mismatch: 'Use only a to z and 0 to 9, at most 20 characters.',
      hint: 'Part of its tool names: a to z and 0 to 9.',
    }),
    url: text('Address', { type: 'url', hint: 'A public HTTPS address.' }),
    transport: choice('Transport', TRANSPORTS, { blank: 'http' }),
    authHeader: header(hasHeader),
    autoApproveTools: list('Tools that run without asking', {
      hint: "The server's names, separated by commas. Leave empty to always ask users.",
    }),
  });

/** A new header; undefined for the existing one, which is never shown. */
function header(hasHeader: boolean): Field<{ name: string; value: string } | null | undefined> {
  return {
    label: 'Header',
    blank: null,
    read: (form, _name, kept) => {
      const value = textOf(form, 'headerValue');
      return value === '' ? kept : { name: optionalText(form, 'headerName') ?? 'Authorization', value };
    },
    control: ({ error }) => (
      <>
        <TextField
          label="Header name"
          name="headerName"
          maxLength={64}
          placeholder="Authorization"
          autoComplete="off"
        />
        <TextField
          label="Header value"
          name="headerValue"
          type="password"
          maxLength={4_096}
          autoComplete="off"
          spellCheck={false}
          error={error}
          hint={hasHeader ? 'Leave both empty to keep the current header.' : 'Stored encrypted and never shown again.'}
        />
      </>
    ),
  };
}

interface McpServerDialogProps {
  /** The server to change; a new one when absent. */
  readonly server?: McpServer;
  readonly onClose: () => void;
}

/** Adds a server, or changes one. Its header is never shown: an empty field keeps it, and a button removes it. */
export function McpServerDialog({ server, onClose }: McpServerDialogProps) {
  const creating = useChange('admin.copilot.create_mcp_server');
  const updating = useChange('admin.copilot.update_mcp_server');
  return (
    <Dialog title={server ? 'Edit MCP server' : 'Add MCP server'} isOpen onClose={onClose}>
      <EditForm
        action={server ? 'Save' : 'Add server'}
        fields={serverFields(server?.hasAuthHeader === true)}
        fieldOfCode={{ MCP_SERVER_DUPLICATE: 'url' }}
        onCancel={onClose}
        onSaved={() => {
          showToast(server ? 'Server saved' : 'Server added. Enable it to use its tools.');
          onClose();
        }}
        aside={() => server?.hasAuthHeader && <RemoveHeader server={server} onRemoved={onClose} />}
        subject={
          server
            ? {
                record: server,
                valuesOf: () => ({ authHeader: undefined }),
                refetch: () => findInList('admin.copilot.list_mcp_servers', {}, ({ id }) => id === server.id),
                update: (changes, version) =>
                  updating.mutateAsync({ input: { serverId: server.id, ...changes }, version }),
              }
            : { send: (typed) => creating.mutateAsync({ input: { ...typed, enabled: false } }) }
        }
      />
    </Dialog>
  );
}

function RemoveHeader({ server, onRemoved }: { readonly server: McpServer; readonly onRemoved: () => void }) {
  const removing = useChange('admin.copilot.update_mcp_server');
  const [isAsking, setAsking] = useState(false);
  const { id: serverId, version } = server;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Remove header…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove header?"
          action="Remove header"
          onClose={() => setAsking(false)}
          run={async () => {
            const current = versionAfterOwnChanges(serverId, version);
            await removing.mutateAsync({ input: { serverId, authHeader: null }, version: current });
            showToast('Header removed');
            onRemoved();
          }}
        >
          Calls to the server no longer send it. To restore it, enter it again.
        </ConfirmDialog>
      )}
    </>
  );
}
