import { type Html, html } from '@svc/http-host/pages/html';
import type { OpenedInvitation } from '@svc/operations/schemas/invitation';
import type { z } from 'zod';
import type { Refusal } from './form-refusal.js';
import { field, firstToFill, newPasswordField, notice, signInForm } from './page-parts.js';
import { formatsOf } from './share-parts.js';

type ShownInvitation = z.output<typeof OpenedInvitation>;

interface Joined {
  readonly teamId: string;
  readonly teamName: string;
}

/** Permissions of each role, in words for the invited user. */
const ROLES: Readonly<Record<ShownInvitation['role'], string>> = {
  owner: 'an owner: you can do everything in the team and manage its other owners',
  admin: "an administrator: you can invite and remove people and edit what's shared with the team",
  member: "a member: you see what's shared with the team and can share with it",
};

/** How a visitor identifies: one form at a time. */
export type Entrance = 'sign-in' | 'sign-up';

/** The form for a visitor, with what it starts with. */
export interface EntranceForm extends Refusal {
  readonly entrance: Entrance;
  readonly email: string;
  readonly name?: string;
  /** Whether visitors can create accounts. */
  readonly isSignUpOpen: boolean;
}

/** The invitation for a visitor who has not signed in. */
export function renderEntrance(appName: string, invitation: ShownInvitation, form: EntranceForm): Html {
  return html`${describe(invitation)}
${form.entrance === 'sign-up' ? signUpForm(form) : signInPart(appName, form)}`;
}

function signUpForm({ name = '', email, problem, problems }: EntranceForm): Html {
  const isFirst = firstToFill({ name, email, password: '' }, problems);
  const nameField = html`maxlength="200" autocomplete="name"`;
  const emailField = html`type="email" maxlength="254" autocomplete="username"`;
  return html`<h2>Create an account to join</h2>
${notice(problem)}<form method="post" novalidate>
${field({ label: 'Name', name: 'name', attributes: nameField, value: name, problems, isFirst })}
${field({ label: 'Email', name: 'email', attributes: emailField, value: email, problems, isFirst })}
${newPasswordField({ label: 'Password', name: 'password', problems, isFirst })}
<p><button name="action" value="sign-up">Create account</button></p>
</form>
<p>Already have an account? <a href="?form=sign-in">Sign in</a></p>`;
}

function signInPart(appName: string, { isSignUpOpen, ...start }: EntranceForm): Html {
  return html`<h2>Sign in to join</h2>
${notice(start.problem)}${signInForm(start)}
${
  isSignUpOpen
    ? html`<p>New to ${appName}? <a href="?form=sign-up">Create an account</a></p>`
    : html`<p>Sign-up is closed. Without an account, ask your administrator for one.</p>`
}`;
}

/** The invitation for a signed-in user. */
export function renderDecision(
  invitation: ShownInvitation,
  user: { readonly name: string; readonly email: string },
  problem?: string,
): Html {
  return html`${describe(invitation)}
${notice(problem)}<p>You are signed in as <strong>${user.name}</strong> (${user.email}).</p>
${sentElsewhere(invitation, user.email)}<form method="post">
<p><button name="action" value="accept">Accept</button> <button class="plain" name="action" value="decline">Decline</button></p>
</form>`;
}

/** Tells users of several accounts that this may be the other one. */
function sentElsewhere({ email }: ShownInvitation, own: string): Html | undefined {
  if (email === null || email.toLowerCase() === own.toLowerCase()) return undefined;
  return html`<p>The invitation was sent to ${email}.</p>\n`;
}

/** Shown once an invitation is accepted: links to what the team shares. */
export function renderJoined(appName: string, { teamId, teamName }: Joined): Html {
  return html`<h1>Welcome</h1>
<p>You joined ${teamName}. See what's shared with you.</p>
<p><a class="button main" href="/teams/${teamId}">Open ${appName}</a></p>`;
}

/** Names come from the inviter, and are shown as plain text. */
function describe({ teamName, invitedByName, role, expiresAt }: ShownInvitation): Html {
  const lastDay = formatsOf({ timeZone: 'UTC' }).day(expiresAt.slice(0, 10));
  return html`<h1>Join ${teamName}?</h1>
<p>${invitedByName} invites you as ${ROLES[role]}.</p>
<p>The invitation expires on ${lastDay}. Anyone with this link can accept it.</p>`;
}
