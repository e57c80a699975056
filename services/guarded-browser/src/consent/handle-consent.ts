import { answerConsent, hideConsent, type ConsentLists } from '../in-page/consent-controls.js';
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

/** What is done with a banner: refused and then hidden, hidden at once, or left as it is. */
export type ConsentMode = 'reject' | 'hide' | 'leave';

/**
 * Deals with a consent banner: refuses what may be refused, and hides what stays. Waits only where a banner is there or announced, and
 * tells what it did. A page whose banner resists is shown with it.
 */
export async function handleConsent(session: PageSession, mode: ConsentMode, timeoutMs: number): Promise<PageChange[]> {
  const changes: PageChange[] = [];
  if (mode === 'leave') return changes;
  if (mode === 'reject' && (await reject(session, timeoutMs))) changes.push('consent_rejected');
  const hidden = await session.askInPassing(hideConsent, { lists: LISTS });
  if (hidden !== undefined && hidden > 0) changes.push('consent_hidden');
  return changes;
}

/** Presses the control that refuses once, and waits for the banner to go. */
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
