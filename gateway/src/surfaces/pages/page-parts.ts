import { type Html, html } from '@svc/http-host/pages/html';
import type { FieldProblems, Refusal } from './form-refusal.js';

/** A sign-in that continues after a refusal, or with a known email. */
export interface SignInStart extends Refusal {
  readonly email?: string;
}

/** The form to sign in before continuing; `why` gives the reason. */
export function renderSignIn(appName: string, why: string, start: SignInStart = {}): Html {
  return html`<h1>Sign in to ${appName}</h1>
<p>${why}</p>
${notice(start.problem)}${signInForm(start)}`;
}

/** The fields of a sign-in. */
export function signInForm({ email = '', problems }: SignInStart = {}): Html {
  const isFirst = firstToFill({ email, password: '' }, problems);
  const emailField = html`type="email" maxlength="254" autocomplete="username"`;
  const passwordField = html`type="password" maxlength="200" autocomplete="current-password"`;
  return html`<form method="post" novalidate>
${field({ label: 'Email', name: 'email', attributes: emailField, value: email, problems, isFirst })}
${field({ label: 'Password', name: 'password', attributes: passwordField, problems, isFirst })}
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

interface Field {
  readonly label: string;
  readonly name: string;
  /** The others. */
  readonly attributes: Html;
  readonly value?: string;
  /** The rule of its values. */
  readonly rule?: string;
  readonly problems?: FieldProblems | undefined;
  /** Whether the field of this name gets the focus. */
  readonly isFirst?: (name: string) => boolean;
}

/** A required field, with its rule below it, or why its last value was refused. */
export function field({ label, name, attributes, value, rule, problems, isFirst }: Field): Html {
  const problem = problems?.[name];
  const id = `${name}-note`;
  const text = problem ?? rule;
  const look = problem === undefined ? html`class="soft"` : html`class="bad" role="alert"`;
  const state = [
    text === undefined ? undefined : html` aria-describedby="${id}"`,
    problem === undefined ? undefined : html` aria-invalid="true"`,
    isFirst?.(name) === true ? html` autofocus` : undefined,
  ].filter((each) => each !== undefined);
  const note = text === undefined ? undefined : html`\n<span id="${id}" ${look}>${text}</span>`;
  const filled = value === undefined ? undefined : html` value="${value}"`;
  return html`<p><label>${label} <input name="${name}"${filled} ${attributes} required${state}></label>${note}</p>`;
}

/** Where a visitor continues: the first refused field, else the first empty one. */
export function firstToFill(
  values: Readonly<Record<string, string>>,
  problems: FieldProblems = {},
): (name: string) => boolean {
  const names = Object.keys(values);
  const first = names.find((name) => name in problems) ?? names.find((name) => values[name] === '');
  return (name) => name === first;
}

/** A field for a new password, with its rule below it, or why the last one was refused. */
export function newPasswordField(part: Pick<Field, 'label' | 'name' | 'problems' | 'isFirst'>): Html {
  return field({
    ...part,
    attributes: html`type="password" minlength="8" maxlength="200" autocomplete="new-password"`,
    rule: 'At least 8 characters.',
  });
}

/** The error of the last form; nothing on success. */
export function notice(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="notice" role="alert">${problem}</p>\n`;
}
