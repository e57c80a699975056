import { z } from 'zod';

/** Targets that may be reached although they are not public, in the format of `egressTarget`. */
export type EgressAllowList = ReadonlySet<string>;

const ENTRIES_MAX = 100;
const ENTRY = /^(\[[\da-f:.]{2,45}\]|[^\s:/?#@[\]\\,]{1,253}):(\d{1,5})$/i;

/** One target, by host (as in `URL.hostname`) and port. */
export function egressTarget(host: string, port: number): string {
  return `${host}:${port}`;
}

/** The port of a URL, or the default of its scheme. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** `host:port` entries, separated by commas; a name covers only itself, not its addresses or subdomains. */
export const EgressAllow = z.string().transform((text, context): EgressAllowList => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length > ENTRIES_MAX) context.addIssue(`must have at most ${ENTRIES_MAX} entries`);
  const targets = entries.slice(0, ENTRIES_MAX).map(readEntry);
  if (targets.includes(undefined)) context.addIssue('must be host:port entries, separated by commas');
  return new Set(targets.filter((target) => target !== undefined));
});

function readEntry(entry: string): string | undefined {
  const [, written = '', port = ''] = ENTRY.exec(entry) ?? [];
  const url = URL.parse(`http://${written}:${port}/`);
  if (!url || port === '0') return undefined;
  return egressTarget(url.hostname.replace(/\.$/, ''), Number(port));
}
