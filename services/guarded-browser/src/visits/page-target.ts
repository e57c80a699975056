import { type EgressAllowList, egressTarget, portOf } from '@svc/chassis/outbound/egress-allow';
import { checkTarget, type TargetProblem } from '@svc/chassis/outbound/target-guard';

/** Maximum length of addresses entered by people; redirect targets may be longer. */
const URL_LENGTH_MAX = 2_048;

const PROBLEMS: Readonly<Record<TargetProblem | 'port', string>> = {
  too_long: `must have at most ${URL_LENGTH_MAX} characters; use a shorter address of the same page.`,
  control_characters: 'must not contain control characters; remove them.',
  scheme: 'must be an http or https address, because only web pages can be captured.',
  malformed: 'must be a full web address, starting with https://.',
  credentials: 'must not contain a user name or password; remove them.',
  own_host: 'must not lead to this product; capture the page itself.',
  not_public: 'must lead to a public host, because only pages of the public internet can be captured.',
  reserved_name: 'must not have a host reserved for examples and tests; check its spelling.',
  no_domain: 'must have a host that can be registered; check its spelling.',
  port: 'must not have a port other than 80 and 443; use the public address of the page.',
};

export interface TargetRules {
  readonly ownHosts: ReadonlySet<string>;
  readonly allowed: EgressAllowList;
}

export type PageTarget =
  | { readonly ok: true; readonly url: string }
  /** `problem` follows the name of the address: `must …`. */
  | { readonly ok: false; readonly problem: string };

/** Checks the text of an address to open. The proxy checks the host's IP addresses at each connection. */
export function checkPageTarget(text: string, rules: TargetRules, maxLength = URL_LENGTH_MAX): PageTarget {
  const { ownHosts, allowed } = rules;
  const target = checkTarget(text, { ownHosts, allowed, maxLength });
  if (!target.ok) return { ok: false, problem: PROBLEMS[target.reason] };
  const url = new URL(target.url);
  const isWebPort = url.port === '' || url.port === '80' || url.port === '443';
  if (!isWebPort && !allowed.has(egressTarget(url.hostname, portOf(url)))) return { ok: false, problem: PROBLEMS.port };
  return target;
}
