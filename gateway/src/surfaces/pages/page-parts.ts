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

/** The next step after a message. */
interface NextStep {
  readonly path: string;
  readonly label: string;
}

/** A message, with a button to the next step if there is one. */
export function renderMessage(title: string, text: string, next?: NextStep): Html {
  const button = next && html`\n<p><a class="button main" href="${next.path}">${next.label}</a></p>`;
  return html`<h1>${title}</h1>\n<p>${text}</p>${button}`;
}

/** A field for a new password, with its rule below it, or why the last one was refused. */
export function newPasswordField(attributes: Html, problem?: string): Html {
  const note =
    problem === undefined
      ? html`<span id="password-note" class="soft">At least 8 characters.</span>`
      : html`<span id="password-note" class="bad" role="alert">${problem}</span>`;
  return html`<p><label>New password <input type="password" required minlength="8" maxlength="200" autocomplete="new-password" aria-describedby="password-note"${problem === undefined ? undefined : html` aria-invalid="true"`} ${attributes}></label>
${note}</p>`;
}

/** The error of the last form; nothing on success. */
export function notice(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="notice" role="alert">${problem}</p>\n`;
}
