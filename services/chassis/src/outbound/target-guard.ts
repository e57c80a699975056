import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { hasControlCharacters } from '../schemas/control-characters.js';
import { egressTarget, portOf, type EgressAllowList } from './egress-allow.js';
import { isPublicAddress } from './public-address.js';

/** Characters of a target, before and after it is normalized. */
const TARGET_LENGTH_MAX = 8_192;

/**
 * Names, and everything below them, that mean this machine or this network wherever they are looked up: those of RFC 6761, RFC 6762
 * appendix G and RFC 8375, `internal`, and those of Kubernetes.
 */
const INTERNAL_NAMES = 'localhost localdomain local internal home.arpa lan home corp private intranet svc'.split(' ');

/** Names of RFC 2606 that cannot be registered, nor anything below them. Those below real domains, such as example.com, lead to real pages. */
const RESERVED_NAMES = ['test', 'example', 'invalid'];

/** Public names under which clouds serve a machine its own credentials; the other ones are internal or link-local. */
const METADATA_NAMES = [
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
];

/** A name as DNS takes it: labels of at most 63 characters, 253 in all. The underscore is not allowed in hosts, but in use. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Why a target is refused. */
export type TargetProblem =
  /** More than `maxLength` characters. */
  | 'too_long'
  | 'control_characters'
  /** Has a scheme other than http and https. */
  | 'scheme'
  /** Not an absolute URL, or one whose host cannot exist. */
  | 'malformed'
  | 'credentials'
  /** The product itself: following it would go round in circles. */
  | 'own_host'
  /** An address or a name of this machine, of a private network or of a cloud's metadata service. */
  | 'not_public'
  /** Ends in a name that is kept for examples and tests: it cannot be registered. */
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
  /** Targets whose host is not judged; none when absent. */
  readonly allowed?: EgressAllowList;
}

/**
 * Judges a URL from outside that people are to be sent to, by its text alone: without DNS, so a name that resolves to a private
 * address passes, and the connection resolves the name, checks each address with `isPublicAddress` and pins it. White space around the
 * text is ignored. Takes every notation of an address that URL parsers take (WHATWG URL), and never throws.
 */
export function checkTarget(text: string, options: TargetOptions): CheckedTarget {
  const { ownHosts, maxLength = TARGET_LENGTH_MAX, allowed } = options;
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return refuse('too_long');
  if (hasControlCharacters(trimmed)) return refuse('control_characters');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return refuse('scheme');
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) return refuse('malformed');
  // Empty credentials vanish in parsing, so they are looked for in the text.
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

/**
 * Judges a host by its text, as `checkTarget` does; undefined when nothing is wrong with it. It is written as in `URL.hostname`,
 * without the trailing dot.
 */
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
  // Suffixes that companies have added for their customers (github.io, s3.amazonaws.com) are sites as well, so they do not count.
  return getDomain(host, { allowPrivateDomains: false, validateHostname: false }) === null ? 'no_domain' : undefined;
}
