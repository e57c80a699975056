import { parseCookie } from 'cookie';
import type { IncomingMessage } from 'node:http';

/** Colours of a page: as the system says, or as somebody has chosen. */
export type Theme = 'system' | 'light' | 'dark';

/** Cookie with the theme that somebody has chosen in this browser. */
const COOKIE = 'svc_theme';

/** The theme that a browser asks for. */
export function readTheme({ headers }: IncomingMessage): Theme {
  const theme = parseCookie(headers.cookie ?? '')[COOKIE];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
