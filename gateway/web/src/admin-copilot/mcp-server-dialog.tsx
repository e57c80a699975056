import { describeError } from '../api/api-error.js';
import type { Input } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { ChoiceField, TextField } from '../ui/field.js';
import { listOf, optionalText, textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import { RecordForm, type ErrorAt } from '../ui/record-form.js';
import { showToast } from '../ui/toasts.js';
import type { McpServer } from './mcp-server-card.js';

interface McpServerDialogProps {
  /** The one that is changed; a new one when absent. */
  readonly server?: McpServer;
  readonly onClose: () => void;
}

const FIELDS = ['name', 'slug', 'url', 'transport', 'authHeader', 'autoApproveTools'];

/** Adds a server, or changes one. Its header is never shown: an empty field keeps it, and a button removes it. */
export function McpServerDialog({ server, onClose }: McpServerDialogProps) {
  const creating = useChange('admin.copilot.create_mcp_server');
  const updating = useChange('admin.copilot.update_mcp_server');
  const save = async (typed: Typed): Promise<void> => {
    if (server) await updating.mutateAsync({ input: { serverId: server.id, ...typed }, version: server.version });
    else await creating.mutateAsync({ input: { ...typed, enabled: false } });
    showToast(server ? 'The server is saved.' : 'The server is added. Enable it to use its tools.');
    onClose();
  };
  return (
    <Dialog title={server ? 'Edit MCP server' : 'Add MCP server'} isOpen onClose={onClose}>
      <RecordForm
        action={server ? 'Save' : 'Add server'}
        fields={FIELDS}
        fieldOfCode={{ MCP_SERVER_DUPLICATE: 'url' }}
        onCancel={onClose}
        submit={(form) => save(read(form))}
        aside={server?.hasAuthHeader && <RemoveHeader server={server} onRemoved={onClose} />}
      >
        {(errorAt) => <Fields server={server} errorAt={errorAt} />}
      </RecordForm>
    </Dialog>
  );
}

function RemoveHeader({ server, onRemoved }: { readonly server: McpServer; readonly onRemoved: () => void }) {
  const removing = useChange('admin.copilot.update_mcp_server');
  const { id: serverId, version } = server;
  const remove = (): void =>
    removing.mutate(
      { input: { serverId, authHeader: null }, version },
      {
        onSuccess: () => {
          showToast('The header is removed.');
          onRemoved();
        },
      },
    );
  return (
    <>
      <Button kind="danger" disabled={removing.isPending} onClick={remove}>
        Remove header
      </Button>
      {removing.isError && <Notice tone="bad">{describeError(removing.error)}</Notice>}
    </>
  );
}

function Fields({ server, errorAt }: { readonly server: McpServer | undefined; readonly errorAt: ErrorAt }) {
  const headerHint = server?.hasAuthHeader
    ? 'Leave both empty to keep the one that is there.'
    : 'Stored encrypted and never shown again.';
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        defaultValue={server?.name}
        error={errorAt('name')}
        autoComplete="off"
      />
      <TextField
        label="Slug"
        name="slug"
        required
        pattern="[a-z0-9]{1,20}"
        defaultValue={server?.slug}
        error={errorAt('slug')}
        hint="Part of the names of its tools: a to z and 0 to 9."
        autoComplete="off"
      />
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2_000}
        defaultValue={server?.url}
        error={errorAt('url')}
        hint="Public, and at https."
      />
      <ChoiceField
        label="Transport"
        name="transport"
        defaultValue={server?.transport ?? 'http'}
        choices={[
          ['http', 'Streamable HTTP'],
          ['sse', 'SSE (older)'],
        ]}
        error={errorAt('transport')}
      />
      <TextField
        label="Header name"
        name="headerName"
        maxLength={64}
        placeholder="Authorization"
        error={errorAt('authHeader.name')}
        autoComplete="off"
      />
      <TextField
        label="Header value"
        name="headerValue"
        type="password"
        maxLength={4_096}
        autoComplete="off"
        spellCheck={false}
        error={errorAt('authHeader')}
        hint={headerHint}
      />
      <TextField
        label="Tools that run without asking"
        name="autoApproveTools"
        defaultValue={server?.autoApproveTools.join(', ')}
        error={errorAt('autoApproveTools')}
        hint="The server's own names, with commas between. Empty: users are always asked."
        autoComplete="off"
      />
    </>
  );
}

type Typed = Omit<Input<'admin.copilot.create_mcp_server'>, 'enabled'>;

function read(form: FormData): Typed {
  const name = optionalText(form, 'headerName') ?? 'Authorization';
  const value = textOf(form, 'headerValue');
  return {
    name: textOf(form, 'name'),
    slug: textOf(form, 'slug'),
    url: textOf(form, 'url'),
    transport: textOf(form, 'transport') === 'sse' ? 'sse' : 'http',
    autoApproveTools: listOf(textOf(form, 'autoApproveTools')),
    ...(value !== '' && { authHeader: { name, value } }),
  };
}
