import { lookup as lookUpByMachine, Resolver } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { egressTarget, type EgressAllowList } from '@svc/chassis/outbound/egress-allow';
import { isPublicAddress } from '@svc/chassis/outbound/public-address';
import { findHostProblem } from '@svc/chassis/outbound/target-guard';

/** All addresses of a name, IPv4 and IPv6, in their canonical text. Throws when there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

export interface EgressRules {
  /** Targets that may be reached although they are not public. */
  readonly allowed: EgressAllowList;
  /** Hosts of the product, which nobody is led to. */
  readonly ownHosts: ReadonlySet<string>;
  /** DNS when absent. */
  readonly lookup?: Lookup | undefined;
  /** A plain connection when absent. */
  readonly connect?: ConnectTo | undefined;
  /** Certificates (PEM) that `fetchText` trusts in place of the machine's. */
  readonly ca?: readonly string[] | undefined;
}

/** A host, a port, and the addresses that were judged; never empty. */
export interface JudgedTarget {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Begins a connection to one of the addresses of a target, and looks nothing up. */
export type ConnectTo = (target: JudgedTarget) => Socket;

export type ResolvedTarget =
  ({ readonly ok: true } & JudgedTarget) | { readonly ok: false; readonly reason: 'blocked_target' | 'dns_failure' };

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
const ADDRESSES_MAX = 16;

/**
 * Which addresses may be dialled for a host (as in `URL.hostname`): none unless every address that it has is public. Whoever connects
 * uses these and looks nothing up again, because the next answer may be another one.
 */
export async function resolveTarget(hostname: string, port: number, rules: EgressRules): Promise<ResolvedTarget> {
  const host = hostname.replace(/\.$/, '');
  const isExempt = rules.allowed.has(egressTarget(host, port));
  if (!isExempt && (!WEB_PORTS.has(port) || findHostProblem(host, rules.ownHosts))) return refuse('blocked_target');
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(literal) !== 0) return { ok: true, host, port, addresses: [literal] };
  const lookup = rules.lookup ?? (isExempt ? lookUpLocally : lookUpByDns);
  const addresses = await lookup(host).catch((): readonly string[] => []);
  if (addresses.length === 0) return refuse('dns_failure');
  if (!isExempt && !addresses.every(isPublicAddress)) return refuse('blocked_target');
  return { ok: true, host, port, addresses: addresses.slice(0, ADDRESSES_MAX) };
}

function refuse(reason: 'blocked_target' | 'dns_failure'): ResolvedTarget {
  return { ok: false, reason };
}

/**
 * Asks the name servers. Names that strangers choose never go through the machine's own resolver: it knows names of this network,
 * and slow answers would hold the few threads that files and passwords need too.
 */
async function lookUpByDns(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Names that the operator has exempted may be known to this machine alone. */
async function lookUpLocally(name: string): Promise<readonly string[]> {
  const answers = await lookUpByMachine(name, { all: true });
  return answers.map(({ address }) => address);
}
