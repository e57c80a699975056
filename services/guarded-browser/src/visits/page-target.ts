import { type EgressAllowList, egressTarget, portOf } from '@svc/chassis/outbound/egress-allow';
import { checkTarget, type TargetProblem } from '@svc/chassis/outbound/target-guard';

/** For addresses that people enter; redirect targets may be longer. */
const URL_LENGTH_MAX = 2_048;

const PROBLEMS: Readonly<Record<TargetProblem | 'port', string>> = {
  too_long: `has more than ${URL_LENGTH_MAX} characters; use a shorter address of the same page.`,
  control_characters: 'has control characters in it; remove them.',
  scheme: 'is no http or https address; only web pages can be captured.',
  malformed: 'is no web address; give the full one, starting with https://.',
  credentials: 'has a user name or password in it; use the address without them.',
  own_host: 'leads to this product itself; capture the page that is meant.',
  not_public: 'leads to no public host; only pages of the public internet can be captured.',
  reserved_name: 'has a host whose name is reserved for examples and tests; check its spelling.',
  no_domain: 'has a host that cannot be registered; check its spelling.',
  port: 'has a port other than 80 and 443; use the public address of the page.',
};

export interface TargetRules {
  readonly ownHosts: ReadonlySet<string>;
  readonly allowed: EgressAllowList;
}

export type PageTarget =
  | { readonly ok: true; readonly url: string }
  /** `problem` goes after the name of the address: `has to …`, `is …`. */
  | { readonly ok: false; readonly problem: string };

/** Checks the text of an address to open. The proxy checks its host's addresses at each connection. */
export function checkPageTarget(text: string, rules: TargetRules, maxLength = URL_LENGTH_MAX): PageTarget {
  const { ownHosts, allowed } = rules;
  const target = checkTarget(text, { ownHosts, allowed, maxLength });
  if (!target.ok) return { ok: false, problem: PROBLEMS[target.reason] };
  const url = new URL(target.url);
  const isWebPort = url.port === '' || url.port === '80' || url.port === '443';
  if (!isWebPort && !allowed.has(egressTarget(url.hostname, portOf(url)))) return { ok: false, problem: PROBLEMS.port };
  return target;
}
