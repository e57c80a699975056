import type { AgentFamily } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Refuse } from './refusals.js';

/** The two parts of the product that agents sign in to; a token for one grants nothing in the other. */
export type Family = AgentFamily;

const SHORTENER = ['shortener.links:read', 'shortener.links:write', 'shortener.photos:write', 'shortener.stats:read'];

/** Scopes of each family, and its default scopes. */
export const SCOPES: Readonly<
  Record<Family, { readonly all: readonly string[]; readonly byDefault: readonly string[] }>
> = {
  bridge: {
    all: ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory', 'mcp'],
    byDefault: ['svc.read'],
  },
  shortener: { all: SHORTENER, byDefault: SHORTENER },
};

/** Parses the name of a family. Throws VALIDATION_ERROR for an unknown one. */
export function readFamily(name: string): Family {
  if (name === 'bridge' || name === 'shortener') return name;
  throw invalidInput('family', 'must be bridge or shortener.');
}

/** Parses the name of a family; an empty name returns null, which means all families. */
export function readAnyFamily(name: string): Family | null {
  return name === '' ? null : readFamily(name);
}

/** Scopes of tokens older than the record of scopes: all but `mcp`. */
export const LEGACY_SCOPES: readonly string[] = SCOPES.bridge.all.filter((scope) => scope.startsWith('svc.'));

/** Returns the requested scopes without duplicates, or the family's defaults if there are none. Refuses a scope of another family. */
export function readScopes(family: Family, asked: readonly string[], refuse: Refuse): readonly string[] {
  const { all, byDefault } = SCOPES[family];
  if (asked.length === 0) return byDefault;
  if (asked.every((name) => all.includes(name))) return [...new Set(asked)];
  throw refuse('scopes', `may contain only: ${all.join(' ')}.`);
}

/** Splits an OAuth `scope` parameter (RFC 6749 section 3.3) into names; empty without one. */
export function splitScope(scope: string | null | undefined): readonly string[] {
  return (scope ?? '').split(' ').filter((name) => name !== '');
}
