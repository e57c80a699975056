import { createHash, sign } from 'node:crypto';
import { type Document, jsonDocument } from '@svc/http-host/discovery/document';
import { component, createSignatureSync, type SignatureFields } from 'http-message-sig';
import type { BotKeys } from './bot-keys.js';

export const KEY_DIRECTORY_PATH = '/.well-known/http-message-signatures-directory';

/** Seconds for which a signature is valid: longer than caches keep the directory. */
const SIGNED_SECONDS = 24 * 60 * 60;

const TAG = 'http-message-signatures-directory';

/** The key directory (draft-ietf-webbotauth-httpsig-protocol-01). */
export interface KeyDirectory {
  readonly document: Document;
  /** Headers with which each listed key proves that it belongs to the host with this authority; empty without private keys. */
  readonly sign: (authority: string) => Readonly<Record<string, string>>;
}

export function createKeyDirectory({ listed, signers }: BotKeys): KeyDirectory {
  const document = jsonDocument(
    KEY_DIRECTORY_PATH,
    { keys: listed },
    'application/http-message-signatures-directory+json',
  );
  const digest = `sha-256=:${createHash('sha256').update(document.body).digest('base64')}:`;
  return {
    document,
    sign(authority): Readonly<Record<string, string>> {
      if (signers.size === 0) return {};
      const signatures = [...signers].map(([kid, key], place) =>
        signWith({ kid, sign: (base) => sign(null, base, key) }, { label: `binding${place}`, authority, digest }),
      );
      return {
        'Content-Digest': digest,
        'Signature-Input': signatures.map(({ signatureInput }) => signatureInput).join(', '),
        Signature: signatures.map(({ signature }) => signature).join(', '),
      };
    },
  };
}

function signWith(
  { kid, sign: signBase }: { kid: string; sign: (base: Uint8Array) => Uint8Array },
  { label, authority, digest }: { label: string; authority: string; digest: string },
): SignatureFields {
  const created = Math.floor(Date.now() / 1_000);
  const request = {
    kind: 'request',
    method: 'GET',
    targetUri: `https://${authority}${KEY_DIRECTORY_PATH}`,
    fields: [],
  } as const;
  return createSignatureSync(
    { kind: 'response', status: 200, fields: [{ name: 'content-digest', value: digest }], request },
    {
      label,
      components: [component('@authority', { req: true }), 'content-digest'],
      parameters: { created, expires: created + SIGNED_SECONDS, keyid: kid, tag: TAG },
      signer: { algorithm: 'ed25519', sign: signBase },
    },
  );
}
