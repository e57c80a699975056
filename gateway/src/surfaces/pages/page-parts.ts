import { type Html, html } from '@svc/http-host/pages/html';

/** A refused sign-in: the reason, and the entered address. */
export interface RefusedSignIn {
  readonly problem: string;
  readonly email: string;
}

/** The form to sign in before continuing; `why` gives the reason. */
export function renderSignIn(appName: string, why: string, refused?: RefusedSignIn): Html {
  return html`<h1>Sign in to ${appName}</h1>
<p>${why}</p>
${notice(refused?.problem)}${signInForm(refused?.email)}`;
}

/** The fields of a sign-in; `email` is the value entered before an error. */
export function signInForm(email = ''): Html {
  return html`<form method="post">
<p><label>Email <input type="email" name="email" value="${email}" required maxlength="254" autocomplete="username" autofocus></label></p>
<p><label>Password <input type="password" name="password" required maxlength="200" autocomplete="current-password"></label></p>
<p><button name="action" value="sign-in">Sign in</button></p>
</form>
<p><a href="/reset-password">Forgot password?</a></p>`;
}

export function renderMessage(title: string, text: string): Html {
  return html`<h1>${title}</h1>\n<p>${text}</p>`;
}

/** The error of the last form; nothing on success. */
export function notice(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="notice" role="alert">${problem}</p>\n`;
}
