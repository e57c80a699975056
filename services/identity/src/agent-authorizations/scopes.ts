import { invalidInput } from '@svc/chassis/errors/app-error';
import { oauthError } from './oauth-error.js';

/** The two parts of the product that agents sign in to; a token of one opens nothing of the other. */
export type Family = 'bridge' | 'shortener';

/** Scopes of each family, and those that a client gets which names none. */
const SCOPES: Readonly<Record<Family, { readonly all: readonly string[]; readonly byDefault: readonly string[] }>> = {
  bridge: {
    all: ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory', 'mcp'],
    byDefault: ['svc.read'],
  },
  shortener: {
    all: ['shortener.links:read', 'shortener.links:write', 'shortener.photos:write', 'shortener.stats:read'],
    byDefault: ['shortener.links:read', 'shortener.links:write', 'shortener.photos:write', 'shortener.stats:read'],
  },
};

/** The family of that name. Throws VALIDATION_ERROR when there is none. */
export function readFamily(name: string): Family {
  if (name === 'bridge' || name === 'shortener') return name;
  throw invalidInput('family', 'Has to be bridge or shortener.');
}

/**
 * The scopes of an OAuth `scope` parameter, each once; without one those that the family gives by default. Throws `invalid_scope`
 * for a scope that is not of the family.
 */
export function readScopes(family: Family, scope: string | null | undefined): readonly string[] {
  const { all, byDefault } = SCOPES[family];
  const asked = [...new Set((scope ?? '').split(' ').filter((name) => name !== ''))];
  if (asked.length === 0) return byDefault;
  if (asked.every((name) => all.includes(name))) return asked;
  throw oauthError('invalid_scope', `Only these scopes can be asked for here: ${all.join(' ')}.`);
}
