/** Patterns of keys and tokens, by the kind shown in their place. */
const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  [
    'private-key',
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  ],
  ['api-key', /\bsk-[A-Za-z0-9_-]{16,512}/g],
  ['api-key', /\bAIza[A-Za-z0-9_-]{30,60}/g],
  ['token', /\bgh[pousr]_[A-Za-z0-9]{20,255}/g],
  ['token', /\bgithub_pat_[A-Za-z0-9_]{20,255}/g],
  ['token', /\bxox[a-z]-[A-Za-z0-9-]{10,255}/g],
  ['access-key', /\bAKIA[A-Z0-9]{16}\b/g],
  ['token', /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g],
  ['token', /\bBearer\s{1,4}[A-Za-z0-9._~+/=-]{16,2000}/gi],
  ['token', /\bsvc_[a-z]{2,12}_[A-Za-z0-9_-]{16,512}/g],
];

/** Replaces apparent keys and tokens with `[redacted:<kind>]`. */
export function redactSecrets(text: string): string {
  return SHAPES.reduce((clean, [kind, shape]) => clean.replaceAll(shape, `[redacted:${kind}]`), text);
}
