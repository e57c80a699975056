import type { Refuse } from './refusals.js';

const NAME_MAX = 200;
const URI_MAX = 2_048;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Reads a client's display name, without invisible characters and direction marks. Refuses a name that is empty after that, or longer than 200
 * characters.
 */
export function readClientName(text: string, refuse: Refuse): string {
  const readable = text.replaceAll(/\s/g, ' ').replaceAll(/\p{C}/gu, '');
  const name = readable.replaceAll(/ +/g, ' ').trim();
  if (name !== '' && name.length <= NAME_MAX) return name;
  throw refuse('name', `must be 1 to ${NAME_MAX} characters that people can read.`);
}

/**
 * Normalizes the URL of a client's home page. Refuses schemes other than https, except http on this machine, and user names in the URL, which could
 * be mistaken for the host.
 */
export function readClientUri(text: string, refuse: Refuse): string {
  const uri = text.length <= URI_MAX ? URL.parse(text) : null;
  const isWeb = uri?.protocol === 'https:' || (uri?.protocol === 'http:' && LOOPBACK.has(uri.hostname));
  if (uri && isWeb && uri.username === '' && uri.password === '' && uri.href.length <= URI_MAX) return uri.href;
  const rule = `must be an https address without user name, of at most ${URI_MAX} characters. Send another or none.`;
  throw refuse('uri', rule);
}
