import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';

/** Colors of a page: the system's, or the user's choice. */
export type Theme = 'system' | 'light' | 'dark';

/** Cookie with the theme that the user chose in this browser. */
const COOKIE = 'svc_theme';

/** The theme that a browser requests. */
export function readTheme({ headers }: IncomingMessage): Theme {
  const theme = parseCookie(headers.cookie ?? '')[COOKIE];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
