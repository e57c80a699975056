import type { AppError } from '@svc/chassis/errors/app-error';
import { egressTarget, portOf } from '@svc/chassis/outbound/egress-allow';
import { resolveTarget } from '@svc/chassis/outbound/resolve-target';
import { checkTarget, type TargetProblem } from '@svc/chassis/outbound/target-guard';
import { copilotError } from '../error-codes.js';
import type { OutsideRules } from './guarded-fetch.js';
import { OUTSIDE_PORTS } from './outside-ports.js';

const LENGTH_MAX = 2_000;

/** An address that a user or administrator entered. */
export interface NamedUrl {
  /** The input field. */
  readonly path: string;
  /** An example of a valid address. */
  readonly example: string;
  /** Whether it may have a query. */
  readonly takesQuery: boolean;
}

/** Why an address is refused. */
type Problem = TargetProblem | 'https_only' | 'port' | 'query';

const MEANINGS: Readonly<Record<Exclude<Problem, 'malformed'>, string>> = {
  too_long: `must have at most ${LENGTH_MAX} characters`,
  control_characters: 'must have no control characters',
  scheme: 'must begin with https://',
  https_only: 'must begin with https://',
  query: 'must not contain ? or #',
  credentials: 'must have no user name and no password',
  port: 'must use port 443 or 8443',
  own_host: 'must not be an address of this product',
  not_public: 'must be reachable on the public internet',
  reserved_name: 'must be reachable on the public internet',
  no_domain: 'must have a full domain name',
};

/**
 * The address, normalized. It must be public and use https, and so must all addresses that its name resolves to now; a name without any passes, as
 * each connection checks again. Throws URL_NOT_ALLOWED.
 */
export async function checkOutsideUrl(text: string, rules: OutsideRules, named: NamedUrl): Promise<URL> {
  const checked = checkTarget(text, { ...rules, maxLength: LENGTH_MAX });
  if (!checked.ok) throw refused(checked.reason, named);
  const url = new URL(checked.url);
  const port = portOf(url);
  if (!rules.allowed.has(egressTarget(url.hostname, port))) {
    if (url.protocol !== 'https:') throw refused('https_only', named);
    if (!OUTSIDE_PORTS.has(port)) throw refused('port', named);
  }
  if (!named.takesQuery && (url.search !== '' || url.hash !== '' || /[?#]/.test(text))) throw refused('query', named);
  const resolved = await resolveTarget(url.hostname, port, { ...rules, ports: OUTSIDE_PORTS });
  if (!resolved.ok && resolved.reason === 'blocked_target') throw refused('not_public', named);
  return url;
}

function refused(reason: Problem, { path, example }: NamedUrl): AppError {
  const meaning = reason === 'malformed' ? `must be an address such as ${example}` : MEANINGS[reason];
  const message = `\`${path}\` ${meaning}.`;
  return copilotError('URL_NOT_ALLOWED', message, { data: { reason }, details: [{ path, message }] });
}
