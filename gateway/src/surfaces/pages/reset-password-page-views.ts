import { type Html, html } from '@svc/http-host/pages/html';
import type { Refusal } from './form-refusal.js';
import { field, newPasswordField, notice } from './page-parts.js';

/** The form that sets a new password. Its action has no token; a hidden field does. The server checks the password, because browsers hide the rule. */
export function renderPasswordForm(token: string, { problem, problems }: Refusal = {}): Html {
  return html`<h1>Set a new password</h1>
${notice(problem)}<form method="post" action="/reset-password" novalidate>
<input type="hidden" name="token" value="${token}">
${newPasswordField({ label: 'New password', name: 'newPassword', problems, isFirst: () => true })}
<p>All sessions and agents of the account are signed out.</p>
<p><button name="action" value="set">Set password</button></p>
</form>`;
}

/** The form that requests a link. */
export function renderLinkForm(appName: string, { problem, problems }: Refusal = {}, email = ''): Html {
  const attributes = html`type="email" maxlength="254" autocomplete="username"`;
  return html`<h1>Set a new password</h1>
${notice(problem)}<p>Enter the email address of your ${appName} account, and we'll email you a link to set a new password.</p>
<form method="post" action="/reset-password" novalidate>
${field({ label: 'Email', name: 'email', attributes, value: email, problems, isFirst: () => true })}
<p><button name="action" value="ask">Send link</button></p>
</form>
<p>No email? Your administrator can create a link for you.</p>`;
}
