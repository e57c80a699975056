import { type Html, html } from '@svc/http-host/pages/html';
import type { ShownAgentAuthorization } from '@svc/operations/agent-authorizations/agent-authorization';
import { scopeText } from '@svc/web/shared/agent-scopes';
import type { z } from 'zod';
import { notice, renderMessage } from './page-parts.js';

type Authorization = z.output<typeof ShownAgentAuthorization>;

/** The form for the code that an agent shows; the user must still confirm a code from the address. */
export function renderCodeForm(userCode: string, problem?: string): Html {
  return html`<h1>Connect an agent</h1>
<p>Enter the code shown by the agent. Continue only if you started this yourself: no one else has a reason to give you a code.</p>
${notice(problem)}<form method="post">
<p><label>Code <input name="userCode" value="${userCode}" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus></label></p>
<p><button name="action" value="find">Continue</button></p>
</form>`;
}

interface AuthorizationView {
  readonly user: { readonly name: string; readonly email: string };
  readonly appName: string;
  /** The installation's rules for approvals. */
  readonly rules: { readonly approvesNonDeleteWrites: boolean };
  /** Why the last decision failed. */
  readonly problem: string | undefined;
}

/** A pending or decided request. Everything the client claims about itself is shown as plain text. */
export function renderAuthorization(
  authorization: Authorization,
  { user, appName, rules, problem }: AuthorizationView,
): Html {
  const { status, clientName } = authorization;
  if (status === 'approved') {
    return html`<h1>Agent connected</h1>
<p>${clientName} can now act for you. Return to it; you can close this page.</p>
<p><a class="button" href="/agents">View your agents</a></p>`;
  }
  if (status === 'denied') {
    const text = `${clientName} has no access to your account. You can close this page.`;
    return renderMessage('Agent not connected', text);
  }
  if (status === 'expired') return renderMessage('The request has expired', 'Ask the agent to try again.');
  return html`<h1>Let ${clientName} act for you?</h1>
${notice(problem)}${describeClient(authorization)}
<p>Make sure your agent shows the same code. If it doesn't, or you didn't start this, deny the request.</p>
<p class="large"><code>${authorization.userCode}</code></p>
<p>It asks for access as <strong>${user.name}</strong> (${user.email}) in ${appName}:</p>
<ul>${authorization.scopes.map((scope) => html`<li>${scopeText(scope, rules)}</li>`)}</ul>
${fullBridgeWarning(authorization.scopes)}<p>The access lasts ${duration(authorization.tokenLifetimeSeconds)}, unless you revoke it earlier under Agents.
This request expires in ${timeLeft(authorization.expiresAt)}.</p>
${decisionForm(authorization.passwordRequired)}`;
}

/** The response for an OAuth client that expects a redirect with a code. */
export function renderUnsupportedFlow(): Html {
  return renderMessage(
    'unsupported_response_type',
    "Authorization codes and redirects aren't supported. Agents sign in with the device authorization grant (RFC 8628).",
  );
}

/** The client's claimed home page: the host in large type, because users can judge it, and the whole address as text. */
function describeClient({ clientUri }: Authorization): Html {
  const address = clientUri === null ? null : URL.parse(clientUri);
  if (address === null) return html`<p>This app is unverified: it chose its own name and gives no home page.</p>`;
  return html`<p>It claims this home page:</p>
<p class="large"><strong>${address.host}</strong></p>
<p>Full address: <code>${address.href}</code></p>
<p>This app is unverified: it chose its own name and home page.</p>`;
}

function fullBridgeWarning(scopes: readonly string[]): Html | undefined {
  if (!scopes.includes('mcp')) return undefined;
  return html`<p class="notice warn"><strong>This is the full agent bridge.</strong> The agent can use every tool, reading and writing, on
everything you can see. Approve only agents you installed yourself and trust.</p>\n`;
}

function decisionForm(needsPassword: boolean): Html {
  const password = needsPassword
    ? html`<p><label>Your password <input type="password" name="password" maxlength="200" autocomplete="current-password"></label>
Required because you signed in more than 15 minutes ago.</p>\n`
    : undefined;
  return html`<form method="post">
${password}<p><button name="action" value="approve">Approve</button> <button class="plain" name="action" value="deny">Deny</button></p>
</form>`;
}

const DURATIONS = [
  { unit: 'day', seconds: 24 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60 },
  { unit: 'minute', seconds: 60 },
] as const;

/** The time left in whole minutes, at least one. */
function timeLeft(expiresAt: string): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.now()) / 60_000));
  return duration(minutes * 60);
}

/** `30 days`, in the largest unit that fits. */
function duration(seconds: number): string {
  const { unit, seconds: length } = DURATIONS.find((one) => seconds >= one.seconds) ?? { unit: 'second', seconds: 1 };
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
