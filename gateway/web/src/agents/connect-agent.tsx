import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.js';
import { Button } from '../ui/button.js';
import { copyAndConfirm, CopyField } from '../ui/fields/copy-field.js';
import { TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { TEXT_LINK } from '../ui/text-link.js';
import type { AgentSettings } from './connections.js';

/** Server-rendered, so that approving an agent depends on no script. */
const AUTHORIZE_PATH = '/agent/authorize';

/** The ways to connect, each with text to copy. */
export function ConnectAgent({
  settings: { mcp, advancedAuth, auth, writePolicy, persistentConnections },
}: {
  readonly settings: AgentSettings;
}) {
  const mcpUrl = `${mcp.backendBaseUrl}${mcp.bridgePath}`;
  // Updates while the page is open must not collapse what the user is reading.
  const [isOpen] = useState(persistentConnections.length === 0);
  return (
    <section aria-label="Connect an agent" className="mb-6">
      <details open={isOpen} className="group">
        <summary className="mb-1.5 flex w-fit cursor-pointer list-none items-center gap-1 pointer-coarse:min-h-11">
          <h2 className="font-semibold">Connect an agent</h2>
          <ChevronRight size={18} aria-hidden className="text-soft group-open:rotate-90" />
        </summary>
        <div className="flex flex-col gap-5 rounded-md border border-line bg-surface p-4">
          <CodeForm />
          <CopyField label="MCP server URL" text={mcpUrl} />
          <Snippet title="MCP configuration">{mcpSnippet(mcpUrl)}</Snippet>
          <Snippet title="Local MCP server (stdio)">{mcp.command}</Snippet>
          <Snippet title="Login link over HTTPS">{httpsSnippet(auth.loginLink.startUrl)}</Snippet>
          <p className="max-w-2xl text-soft">
            {advancedAuth.safety}{' '}
            {writePolicy.nonDeleteWritesRequireApproval
              ? 'Sensitive changes and deletions wait for your approval.'
              : "Deletions wait for your approval; other changes don't."}
          </p>
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <a href={mcp.humanGuideUrl} className={TEXT_LINK}>
              Guide
            </a>
            <a href={mcp.agentDocsUrl} className={TEXT_LINK}>
              Guide for agents
            </a>
            <a href={advancedAuth.toolDiscovery} className={TEXT_LINK}>
              Tools
            </a>
          </p>
        </div>
      </details>
    </section>
  );
}

/** Finds the request with a typed code, and opens its own page. */
function CodeForm() {
  return (
    <RecordForm
      action="Continue"
      fields={['userCode']}
      fieldOfCode={{ NOT_FOUND: 'userCode' }}
      submit={async (form) => {
        const { requestId } = await call('agent_authorizations.find', { userCode: textOf(form, 'userCode') });
        location.assign(`${AUTHORIZE_PATH}/${requestId}`);
      }}
    >
      {(errorAt) => (
        <TextField
          label="Code from the agent"
          name="userCode"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="sm:max-w-64"
          hint="Only if you started this yourself. You'll see what the agent can do before you approve."
          error={errorAt('userCode') && 'This code is wrong or has expired. Compare it with the one the agent shows.'}
        />
      )}
    </RecordForm>
  );
}

function Snippet({ title, children }: { readonly title: string; readonly children: string }): ReactNode {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        <Button aria-label={`Copy: ${title}`} onClick={() => void copyAndConfirm(children)}>
          Copy
        </Button>
      </div>
      <pre className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-[13px] [overflow-wrap:anywhere] whitespace-pre-wrap">
        {children}
      </pre>
    </div>
  );
}

function mcpSnippet(url: string): string {
  const headers = { Authorization: 'Bearer ${SVC_AGENT_ACCESS_TOKEN}' }; // oxlint-disable-line no-template-curly-in-string -- the host fills it in
  return JSON.stringify({ mcpServers: { 'agent-bridge': { type: 'http', url, headers } } }, undefined, 2);
}

function httpsSnippet(startUrl: string): string {
  const body = JSON.stringify({ clientName: 'My agent', scopes: ['svc.read'] });
  return `curl -X POST ${startUrl} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}
