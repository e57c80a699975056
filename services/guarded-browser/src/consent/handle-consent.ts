import { answerConsent, type ConsentLists, hideConsent } from '../in-page/consent-controls.js';
import type { PageChange } from '../visits/page-change.js';
import type { PageSession } from '../visits/page-session.js';
import { pollPage } from '../visits/poll-page.js';
import {
  ACCEPT_WORDS,
  CONSENT_CONTAINERS,
  CONSENT_NAME,
  CONSENT_REJECTS,
  CONSENT_SCRIPTS,
  CONSENT_WORDS,
  REJECT_TEXTS,
} from './consent-lists.js';

const LISTS: ConsentLists = {
  containers: CONSENT_CONTAINERS,
  rejects: CONSENT_REJECTS,
  rejectTexts: REJECT_TEXTS,
  acceptWords: ACCEPT_WORDS,
  consentWords: CONSENT_WORDS,
  consentName: CONSENT_NAME,
  scripts: CONSENT_SCRIPTS,
};

/** How to handle a banner: reject and then hide it, hide it at once, or leave it. */
export type ConsentMode = 'reject' | 'hide' | 'leave';

/**
 * Handles a consent banner: rejects it if possible, and hides what remains. Waits only if a banner is shown or announced, and returns the changes
 * made to the page. A banner that cannot be removed stays on the page.
 */
export async function handleConsent(session: PageSession, mode: ConsentMode, timeoutMs: number): Promise<PageChange[]> {
  const changes: PageChange[] = [];
  if (mode === 'leave') return changes;
  if (mode === 'reject' && (await reject(session, timeoutMs))) changes.push('consent_rejected');
  const hidden = await session.askInPassing(hideConsent, { lists: LISTS });
  if (hidden !== undefined && hidden > 0) changes.push('consent_hidden');
  return changes;
}

/** Clicks the reject control once, and waits for the banner to disappear. */
async function reject(session: PageSession, timeoutMs: number): Promise<boolean> {
  let hasRejected = false;
  await pollPage(timeoutMs, async () => {
    const state = await session.askInPassing(answerConsent, { lists: LISTS, press: !hasRejected });
    if (!state) return true;
    const isJustPressed = state.hasRejected;
    hasRejected ||= isJustPressed;
    const isOver = !state.isShown && (hasRejected || !state.isExpected);
    return isOver && !isJustPressed ? true : undefined;
  });
  return hasRejected;
}
