import { hash } from 'node:crypto';
import { networkOf } from '@svc/chassis/limits/client-network';
import { LRUCache } from 'lru-cache';
import { USER_AGENT_CHARACTERS_MAX } from './user-agent.js';

/** Hex digits of 16 bytes. */
const HASH_DIGITS = 32;

/** Cached networks by address, because parsing an IPv6 address costs more than the hash. */
const networks = new LRUCache<string, string>({ max: 5_000, memoMethod: networkOf });

/** Distinguishes visitors without identifying them: 16 bytes in hex of the SHA-256 of the day's salt, the request's network and the user agent. */
export function visitorHash(salt: string, address: string, userAgent = ''): string {
  const agent =
    userAgent.length > USER_AGENT_CHARACTERS_MAX ? userAgent.slice(0, USER_AGENT_CHARACTERS_MAX) : userAgent;
  return hash('sha256', `${salt}${address.includes(':') ? networks.memo(address) : address}\0${agent}`, 'hex').slice(
    0,
    HASH_DIGITS,
  );
}
