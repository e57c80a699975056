import { ChevronRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { Button } from '../ui/button.js';
import { copyAndConfirm, CopyField } from '../ui/fields/copy-field.js';
import { FIELD_CLASS, FieldFrame } from '../ui/fields/field.js';
import { useOwnValidation } from '../ui/fields/own-validation.js';
import { TEXT_LINK } from '../ui/text-link.js';
import type { AgentSettings } from './connections.js';

/** Server-rendered, so that approving an agent depends on no script. */
const AUTHORIZE_PATH = '/agent/authorize';

/** The document that tells an agent how to connect. */
const SKILL_PATH = '/.well-known/agent-skills/svc-agent-bridge/SKILL.md';

/** The ways to connect, each with text to copy: first the one for agents in a chat. */
export function ConnectAgent({
  settings: { mcp, advancedAuth, auth, persistentConnections },
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
          <ol className="flex list-decimal flex-col gap-4 pl-5">
            <li>
              <CopyField label="Send this to your agent" text={invitationOf(mcp)} />
            </li>
            <li>
              <CodeForm />
            </li>
            <li>
              <p className="font-medium">Approve</p>
              <p className="max-w-2xl text-soft">{advancedAuth.safety}</p>
            </li>
          </ol>
          <div className="flex flex-col gap-1">
            <OtherWay title="MCP server">
              <CopyField label="MCP server URL" text={mcpUrl} isSecondary />
              <Snippet title="MCP configuration">{mcpSnippet(mcpUrl)}</Snippet>
            </OtherWay>
            <OtherWay title="Local MCP server">
              <Snippet title="Command (stdio)">{mcp.command}</Snippet>
            </OtherWay>
            <OtherWay title="Login link over HTTPS">
              <Snippet title="Request">{httpsSnippet(auth.loginLink.startUrl)}</Snippet>
            </OtherWay>
          </div>
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

/** A way to connect that few need, folded. */
function OtherWay({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 font-medium pointer-coarse:py-2.5">{title}</summary>
      <div className="flex flex-col gap-4 py-2">{children}</div>
    </details>
  );
}

/** Finds the request with a typed code, and opens its own page. */
function CodeForm() {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const own = useOwnValidation<HTMLInputElement>({ onInvalid: undefined, onInput: () => setError(undefined) });
  const find = async (): Promise<void> => {
    setBusy(true);
    try {
      const { requestId } = await call('agent_authorizations.find', { userCode: field.current?.value ?? '' });
      location.assign(`${AUTHORIZE_PATH}/${requestId}`);
    } catch (refusal) {
      setBusy(false);
      setError(refusal);
      field.current?.focus();
    }
  };
  const problem = own.problem ?? (error === undefined ? undefined : codeProblem(error));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void find();
      }}
    >
      <FieldFrame
        label="Code your agent shows"
        hint="Only if you started this yourself. You'll see what the agent can do before you approve."
        error={problem}
      >
        {(parts) => (
          <div className="flex gap-2 sm:max-w-sm">
            <input
              ref={field}
              required
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className={FIELD_CLASS}
              {...parts}
              {...own.listeners}
            />
            <Button kind="primary" type="submit" disabled={isBusy}>
              Continue
            </Button>
          </div>
        )}
      </FieldFrame>
    </form>
  );
}

function codeProblem(error: unknown): string {
  const isWrong = isApiError(error) && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code);
  return isWrong ? 'This code is wrong or has expired. Compare it with the one the agent shows.' : describeError(error);
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

/** Has an agent in a chat request access. */
function invitationOf({ backendBaseUrl }: AgentSettings['mcp']): string {
  return `Read ${backendBaseUrl}${SKILL_PATH} and request access to my account. Give me the link and the code.`;
}

function mcpSnippet(url: string): string {
  const headers = { Authorization: 'Bearer ${SVC_AGENT_ACCESS_TOKEN}' }; // oxlint-disable-line no-template-curly-in-string -- the host fills it in
  return JSON.stringify({ mcpServers: { 'agent-bridge': { type: 'http', url, headers } } }, undefined, 2);
}

function httpsSnippet(startUrl: string): string {
  const body = JSON.stringify({ clientName: 'My agent', scopes: ['svc.read'] });
  return `curl -X POST ${startUrl} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}
