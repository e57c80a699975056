import { type Html, html } from '@svc/http-host/pages/html';
import { newPasswordField, notice } from './page-parts.js';

/** Why a form was refused: at the field of the password, or above the form. */
export interface RefusedReset {
  readonly atPassword?: string;
  readonly problem?: string;
}

/** The form that sets a new password. Its action has no token; a hidden field does. The server checks the password, because browsers hide the rule. */
export function renderPasswordForm(token: string, { atPassword, problem }: RefusedReset = {}): Html {
  return html`<h1>Set a new password</h1>
${notice(problem)}<form method="post" action="/reset-password" novalidate>
<input type="hidden" name="token" value="${token}">
${newPasswordField(html`name="newPassword" autofocus`, atPassword)}
<p>All sessions and agents of the account are signed out.</p>
<p><button name="action" value="set">Set password</button></p>
</form>`;
}

/** The form that requests a link. */
export function renderLinkForm(appName: string, problem?: string): Html {
  return html`<h1>Set a new password</h1>
${notice(problem)}<p>Enter the email address of your ${appName} account, and we'll email you a link to set a new password.</p>
<form method="post" action="/reset-password">
<p><label>Email <input type="email" name="email" required maxlength="254" autocomplete="username" autofocus></label></p>
<p><button name="action" value="ask">Send link</button></p>
</form>
<p>No email? Your administrator can create a link for you.</p>`;
}
