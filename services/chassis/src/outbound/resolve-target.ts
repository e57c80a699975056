import { lookup as lookUpByMachine, Resolver } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { type EgressAllowList, egressTarget } from './egress-allow.js';
import { isPublicAddress } from './public-address.js';
import { findHostProblem } from './target-guard.js';

/** All addresses of a name, IPv4 and IPv6, in their canonical text. Throws when there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** Which targets may be reached. */
export interface TargetRules {
  /** Targets that may be reached although they are not public. */
  readonly allowed: EgressAllowList;
  /** Hosts of the product; requests to them are refused. */
  readonly ownHosts: ReadonlySet<string>;
  /** Ports of targets that are not exempt. */
  readonly ports: ReadonlySet<number>;
  /** DNS when absent. */
  readonly lookup?: Lookup | undefined;
}

/** A host, a port, and its checked addresses; never empty. */
export interface JudgedTarget {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

export type ResolvedTarget =
  ({ readonly ok: true } & JudgedTarget) | { readonly ok: false; readonly reason: 'blocked_target' | 'dns_failure' };

const ADDRESSES_MAX = 16;

/**
 * The addresses that may be dialed for a host (as in `URL.hostname`): none unless all of its addresses are public. The connection uses these without
 * resolving again, because the next answer may differ.
 */
export async function resolveTarget(hostname: string, port: number, rules: TargetRules): Promise<ResolvedTarget> {
  const host = hostname.replace(/\.$/, '');
  const isExempt = rules.allowed.has(egressTarget(host, port));
  if (!isExempt && (!rules.ports.has(port) || findHostProblem(host, rules.ownHosts))) return refuse('blocked_target');
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(literal) !== 0) return { ok: true, host, port, addresses: [literal] };
  const lookup = rules.lookup ?? (isExempt ? lookUpLocally : lookUpByDns);
  const addresses = await lookup(host).catch((): readonly string[] => []);
  if (addresses.length === 0) return refuse('dns_failure');
  if (!isExempt && !addresses.every(isPublicAddress)) return refuse('blocked_target');
  return { ok: true, host, port, addresses: addresses.slice(0, ADDRESSES_MAX) };
}

/** A lookup that returns the checked addresses instead of asking DNS again. */
export function pin(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, _options, callback) => callback(null, answers);
}

function refuse(reason: 'blocked_target' | 'dns_failure'): ResolvedTarget {
  return { ok: false, reason };
}

/**
 * Queries the name servers. Names chosen by strangers never go through the system resolver: it knows names of this network, and slow responses would
 * occupy the few threads that files and passwords need too.
 */
async function lookUpByDns(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Uses the system resolver: names that the operator has exempted may be known only to this machine. */
async function lookUpLocally(name: string): Promise<readonly string[]> {
  const answers = await lookUpByMachine(name, { all: true });
  return answers.map(({ address }) => address);
}
