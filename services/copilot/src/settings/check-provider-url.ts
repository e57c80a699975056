import { egressTarget, portOf } from '@svc/chassis/outbound/egress-allow';
import { resolveTarget } from '@svc/chassis/outbound/resolve-target';
import { checkTarget, type TargetProblem } from '@svc/chassis/outbound/target-guard';
import type { AppError } from '@svc/chassis/errors/app-error';
import { copilotError } from '../error-codes.js';
import type { ProviderRules } from '../models/guarded-fetch.js';
import { PROVIDER_PORTS } from '../models/provider-ports.js';

const LENGTH_MAX = 2_000;

/** Why an address that a user names is refused. */
type Problem = TargetProblem | 'https_only' | 'port' | 'query';

const MEANINGS: Readonly<Record<Problem, string>> = {
  too_long: `must have at most ${LENGTH_MAX} characters`,
  control_characters: 'must have no control characters',
  scheme: 'must begin with https://',
  https_only: 'must begin with https://',
  malformed: 'must be an address such as https://models.example.com/v1',
  query: 'must end with its path, without ? and #',
  credentials: 'must have no user name and no password',
  port: 'must be at port 443 or 8443',
  own_host: 'must not be an address of this product',
  not_public: 'must be reachable on the public internet',
  reserved_name: 'must be reachable on the public internet',
  no_domain: 'must have a whole domain',
};

/**
 * The address as it is kept. It has to be public, at https, and so have all addresses that its name has now; one that has none yet
 * passes, as each connection is judged again. Throws URL_NOT_ALLOWED.
 */
export async function checkProviderUrl(text: string, rules: ProviderRules): Promise<string> {
  const checked = checkTarget(text, { ...rules, maxLength: LENGTH_MAX });
  if (!checked.ok) throw refused(checked.reason);
  const url = new URL(checked.url);
  const port = portOf(url);
  if (!rules.allowed.has(egressTarget(url.hostname, port))) {
    if (url.protocol !== 'https:') throw refused('https_only');
    if (!PROVIDER_PORTS.has(port)) throw refused('port');
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw refused('query');
  const resolved = await resolveTarget(url.hostname, port, { ...rules, ports: PROVIDER_PORTS });
  if (!resolved.ok && resolved.reason === 'blocked_target') throw refused('not_public');
  return url.href.replace(/\/$/, '');
}

function refused(reason: Problem): AppError {
  const message = `\`baseUrl\` ${MEANINGS[reason]}.`;
  return copilotError('URL_NOT_ALLOWED', message, { data: { reason }, details: [{ path: 'baseUrl', message }] });
}
