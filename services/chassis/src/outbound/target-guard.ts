import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { hasControlCharacters } from '../schemas/control-characters.js';
import { type EgressAllowList, egressTarget, portOf } from './egress-allow.js';
import { isPublicAddress } from './public-address.js';

/** Maximum length of a target, before and after normalization. */
const TARGET_LENGTH_MAX = 8_192;

/**
 * Names that, with all of their subdomains, refer to this machine or this network: those of RFC 6761, RFC 6762 appendix G and RFC 8375, `internal`,
 * and those of Kubernetes.
 */
const INTERNAL_NAMES = 'localhost localdomain local internal home.arpa lan home corp private intranet svc'.split(' ');

/** Top-level names of RFC 2606, which cannot be registered. Its reserved names below real domains, such as example.com, lead to real pages. */
const RESERVED_NAMES = ['test', 'example', 'invalid'];

/** Public names of cloud metadata services, which serve a machine its own credentials; the other ones are internal or link-local. */
const METADATA_NAMES = [
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
];

/** A DNS name: labels of at most 63 characters, 253 in total. Underscores are invalid in host names, but occur in practice. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Reasons to refuse a target. */
export type TargetProblem =
  /** More than `maxLength` characters. */
  | 'too_long'
  | 'control_characters'
  /** Has a scheme other than http and https. */
  | 'scheme'
  /** Not an absolute URL, or one whose host cannot exist. */
  | 'malformed'
  | 'credentials'
  /** The product itself: following it would be a loop. */
  | 'own_host'
  /** An address or name of this machine, of a private network or of a cloud's metadata service. */
  | 'not_public'
  /** Ends in a name reserved for examples and tests: it cannot be registered. */
  | 'reserved_name'
  /** A single label or a bare public suffix: it cannot be registered. */
  | 'no_domain';

export type CheckedTarget =
  | {
      readonly ok: true;
      /** Normalized: host in ASCII, without the trailing dot. */
      readonly url: string;
      /** Without port, in ASCII, IPv6 in brackets. */
      readonly host: string;
      /** The host as people write it. */
      readonly displayHost: string;
    }
  | { readonly ok: false; readonly reason: TargetProblem };

export interface TargetOptions {
  /** Hosts of the product, without port, in ASCII and lower case. */
  readonly ownHosts: ReadonlySet<string>;
  readonly maxLength?: number;
  /** Targets whose host is not checked; none when absent. */
  readonly allowed?: EgressAllowList;
}

/**
 * Checks an untrusted redirect target by its text alone. Without DNS a name that resolves to a private address passes, so the connection must resolve
 * the name, check each address with `isPublicAddress` and pin it. Ignores surrounding white space. Accepts every notation of an address that URL
 * parsers accept (WHATWG URL), and never throws.
 */
export function checkTarget(text: string, options: TargetOptions): CheckedTarget {
  const { ownHosts, maxLength = TARGET_LENGTH_MAX, allowed } = options;
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return refuse('too_long');
  if (hasControlCharacters(trimmed)) return refuse('control_characters');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return refuse('scheme');
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) return refuse('malformed');
  // Parsing drops empty credentials, so they are detected in the text.
  if (/^https?:\/\/[^/\\?#]*@/i.test(trimmed)) return refuse('credentials');
  const url = URL.parse(trimmed);
  if (!url) return refuse('malformed');
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.href.length > maxLength) return refuse('too_long');
  const problem = findHostProblem(url.hostname, ownHosts);
  if (problem && !allowed?.has(egressTarget(url.hostname, portOf(url)))) return refuse(problem);
  return { ok: true, url: url.href, host: url.hostname, displayHost: domainToUnicode(url.hostname) || url.hostname };
}

function refuse(reason: TargetProblem): CheckedTarget {
  return { ok: false, reason };
}

/** Checks a host by its text, as `checkTarget` does; undefined when it is fine. It has the format of `URL.hostname`, without the trailing dot. */
export function findHostProblem(host: string, ownHosts: ReadonlySet<string>): TargetProblem | undefined {
  if (ownHosts.has(host)) return 'own_host';
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(address) !== 0) return isPublicAddress(address) ? undefined : 'not_public';
  if (!HOST_NAME.test(host)) return 'malformed';
  const isBelow = (names: readonly string[]): boolean =>
    names.some((name) => host === name || host.endsWith(`.${name}`));
  if (isBelow(INTERNAL_NAMES)) return 'not_public';
  if (isBelow(RESERVED_NAMES)) return 'reserved_name';
  if (METADATA_NAMES.includes(host)) return 'not_public';
  // Private suffixes that companies registered for their customers (github.io, s3.amazonaws.com) are sites as well, so they are allowed.
  return getDomain(host, { allowPrivateDomains: false, validateHostname: false }) === null ? 'no_domain' : undefined;
}
