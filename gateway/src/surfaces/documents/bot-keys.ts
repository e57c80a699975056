import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Log } from '@svc/chassis/logging/log';

/** A public key as the directory lists it. `nbf` and `exp` are seconds. */
interface ListedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** Its thumbprint (RFC 7638). */
  readonly kid: string;
  readonly use: 'sig';
  readonly nbf?: number;
  readonly exp?: number;
}

/** Settings with the keys. */
export interface BotKeySettings {
  readonly publicJwk: string | undefined;
  readonly publicJwks: string | undefined;
  readonly privateKeyPem: string | undefined;
  readonly privateKeyBase64: string | undefined;
}

export interface BotKeys {
  readonly listed: readonly ListedKey[];
  /** The available private keys, by thumbprint. */
  readonly signers: ReadonlyMap<string, KeyObject>;
}

/** Reads the keys, each once. Skips anything but Ed25519 keys, naming it in the log without its value. */
export function readBotKeys(settings: BotKeySettings, log: Log): BotKeys {
  const complain = (setting: string, reason: string): void =>
    log.error({ setting, reason }, 'a key was left out of the key directory');
  const listed = new Map<string, ListedKey>();
  for (const { setting, jwk } of publicJwksIn(settings, complain)) {
    const key = listedKeyOf(jwk);
    if (key) listed.set(key.kid, key);
    else complain(setting, 'The value is not a public Ed25519 key.');
  }
  const signers = new Map<string, KeyObject>();
  for (const [setting, text] of [
    ['WEB_BOT_AUTH_PRIVATE_KEY_PEM', settings.privateKeyPem],
    ['WEB_BOT_AUTH_PRIVATE_KEY_BASE64', settings.privateKeyBase64 && decode(settings.privateKeyBase64)],
  ] as const) {
    if (text === undefined) continue;
    const key = privateKeyOf(text);
    const own = key && listedKeyOf(createPublicKey(key).export({ format: 'jwk' }));
    if (!key || !own) {
      complain(setting, 'The value is not a private Ed25519 key.');
      continue;
    }
    // The public key must be in the directory, too, for verifying signatures.
    if (!listed.has(own.kid)) listed.set(own.kid, own);
    signers.set(own.kid, key);
  }
  return { listed: [...listed.values()], signers };
}

type Complain = (setting: string, reason: string) => void;

function publicJwksIn(
  { publicJwk, publicJwks }: BotKeySettings,
  complain: Complain,
): { setting: string; jwk: unknown }[] {
  const found: { setting: string; jwk: unknown }[] = [];
  if (publicJwk !== undefined) found.push({ setting: 'WEB_BOT_AUTH_PUBLIC_JWK_JSON', jwk: parse(publicJwk) });
  if (publicJwks !== undefined) {
    const setting = 'WEB_BOT_AUTH_JWKS_JSON';
    const { keys } = (parse(publicJwks) ?? {}) as { keys?: unknown };
    if (Array.isArray(keys)) found.push(...keys.map((jwk: unknown) => ({ setting, jwk })));
    else complain(setting, 'It is no JWKS.');
  }
  return found;
}

/** The public members of a key; undefined unless it is Ed25519. */
function listedKeyOf(jwk: unknown): ListedKey | undefined {
  const { kty, crv, x, nbf, exp } = (jwk ?? {}) as Readonly<Record<string, unknown>>;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !/^[\w-]{43}$/.test(x)) return undefined;
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return {
    kty,
    crv,
    x,
    kid,
    use: 'sig',
    ...(typeof nbf === 'number' ? { nbf } : {}),
    ...(typeof exp === 'number' ? { exp } : {}),
  };
}

/** PKCS#8, as PEM or bare DER. */
function privateKeyOf(key: string | Buffer): KeyObject | undefined {
  try {
    const isDer = Buffer.isBuffer(key) && !key.includes('-----BEGIN');
    const read = isDer ? createPrivateKey({ key, format: 'der', type: 'pkcs8' }) : createPrivateKey(key);
    return read.asymmetricKeyType === 'ed25519' ? read : undefined;
  } catch {
    return undefined;
  }
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
