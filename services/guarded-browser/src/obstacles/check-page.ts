import { shownText } from '@svc/video-pages/views/plain-text';
import { type PageContents, readContents } from '../in-page/page-contents.js';
import type { PageSession } from '../visits/page-session.js';
import { VisitFailure } from '../visits/visit-failure.js';
import {
  CHALLENGE_ADDRESSES,
  CHALLENGE_ELEMENTS,
  CHALLENGE_PHRASES,
  CHALLENGE_WIDGETS,
  LITTLE_TEXT,
  LOGIN_ADDRESSES,
} from './obstacle-lists.js';

/** Content types that a browser shows as a page; for other files it generates a page of its own. */
const PAGE_TYPES = /^(?:text\/(?:html|plain|xml)|application\/(?:xhtml\+xml|xml|json))$/;

export interface MainDocument {
  readonly url: URL;
  readonly httpStatus: number;
  /** Whether the host itself marks this as a challenge. */
  readonly isDeclaredChallenge: boolean;
}

/**
 * Verifies that a page is not a file, a challenge, a login form or an error, and returns its title. Throws otherwise, because an image of those would
 * prove nothing.
 */
export async function checkPage(session: PageSession, document: MainDocument): Promise<{ title: string }> {
  const selectors = [...CHALLENGE_ELEMENTS, ...CHALLENGE_WIDGETS];
  const contents = await session.ask(readContents, { selectors, textMax: LITTLE_TEXT + 1 });
  if (contents && !PAGE_TYPES.test(contents.contentType)) throw new VisitFailure('unsupported_content');
  if (document.isDeclaredChallenge || isChallenge(document.url, contents)) throw new VisitFailure('challenge_page');
  if (isLoginWall(document.url, contents)) throw new VisitFailure('login_wall');
  if (document.httpStatus >= 400) {
    throw new VisitFailure('http_error', {
      message: `The host answered with status ${document.httpStatus} instead of the page; check the address.`,
    });
  }
  // A title may be cut anywhere, and may contain characters that cannot be stored.
  return { title: shownText(contents?.title ?? '') };
}

function isChallenge(url: URL, contents: PageContents | undefined): boolean {
  if (CHALLENGE_ADDRESSES.some((pattern) => pattern.test(url.hostname + url.pathname))) return true;
  if (!contents) return false;
  const isFound = (from: number, to: number): boolean => contents.matches.slice(from, to).includes(true);
  if (isFound(0, CHALLENGE_ELEMENTS.length)) return true;
  if (contents.text.length > LITTLE_TEXT || contents.hasVideo || contents.login !== 'none') return false;
  const text = `${contents.title} ${contents.text}`.toLowerCase();
  return (
    isFound(CHALLENGE_ELEMENTS.length, contents.matches.length) ||
    CHALLENGE_PHRASES.some((phrase) => text.includes(phrase))
  );
}

function isLoginWall(url: URL, contents: PageContents | undefined): boolean {
  if (LOGIN_ADDRESSES.some((pattern) => pattern.test(url.hostname + url.pathname))) return true;
  if (!contents || contents.login === 'none') return false;
  return contents.login === 'dominant' || (contents.text.length <= LITTLE_TEXT && !contents.hasVideo);
}
