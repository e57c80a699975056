import { type Html, html } from '@svc/http-host/pages/html';
import type { Invitation } from '@svc/operations/schemas/invitation';
import type { z } from 'zod';
import { newPasswordField, notice, signInForm } from './page-parts.js';
import { formatsOf } from './share-parts.js';

type ShownInvitation = z.output<typeof Invitation>;

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

/** A refused form: the reason, and the entered values, except passwords. */
export interface Refused {
  readonly problem: string;
  readonly signIn?: { readonly email: string };
  readonly signUp?: { readonly name: string; readonly email: string };
}

/** The invitation for a visitor who has not signed in, with sign-in and sign-up. */
export function renderWelcome(appName: string, invitation: ShownInvitation, refused?: Refused): Html {
  const { signIn, signUp } = refused ?? {};
  return html`${describe(invitation)}
${notice(refused?.problem)}<h2>Sign in to ${appName}</h2>
${signInForm(signIn?.email)}
<h2>Or create an account</h2>
<form method="post">
<p><label>Name <input name="name" value="${signUp?.name ?? ''}" required maxlength="200" autocomplete="name"></label></p>
<p><label>Email <input type="email" name="email" value="${signUp?.email ?? ''}" required maxlength="254" autocomplete="username"></label></p>
${newPasswordField(html`name="password"`)}
<p><button name="action" value="sign-up">Create an account</button></p>
</form>`;
}

/** The invitation for a signed-in user. */
export function renderDecision(
  invitation: ShownInvitation,
  user: { readonly name: string; readonly email: string },
  problem?: string,
): Html {
  return html`${describe(invitation)}
${notice(problem)}<p>You are signed in as <strong>${user.name}</strong> (${user.email}).</p>
<form method="post">
<p><button name="action" value="accept">Accept</button> <button class="plain" name="action" value="decline">Decline</button></p>
</form>`;
}

/** Shown once an invitation is accepted: links to what the team shares. */
export function renderJoined(appName: string, { teamId, teamName }: Joined): Html {
  return html`<h1>Welcome</h1>
<p>You are a member of ${teamName} now. Its page lists what is shared with you.</p>
<p><a class="button" href="/teams/${teamId}">Open ${appName}</a></p>`;
}

/** Names come from the inviter, and are shown as plain text. */
function describe({ teamName, invitedByName, role, expiresAt }: ShownInvitation): Html {
  const lastDay = formatsOf({ timeZone: 'UTC' }).day(expiresAt.slice(0, 10));
  return html`<h1>Join ${teamName}?</h1>
<p>${invitedByName} invites you as ${ROLES[role]}.</p>
<p>The invitation expires on ${lastDay}. Anyone with this link can accept it.</p>`;
}
