import { createTally } from '@svc/chassis/telemetry/tally';

const OUTCOMES = ['redirected', 'photo', 'warned', 'gone', 'unknown', 'unavailable'] as const;

/** The outcome of a request to open a short link. */
export type RedirectOutcome = (typeof OUTCOMES)[number];

/** Milliseconds from which a visitor notices the delay. */
export const SLOW_MS = 250;

const attribute = 'svc.redirect.outcome';

export const redirects = createTally<RedirectOutcome>({
  name: 'svc.redirects',
  unit: '{request}',
  description: 'Opened short links, by outcome',
  attribute,
  values: OUTCOMES,
});

export const slowRedirects = createTally<RedirectOutcome>({
  name: 'svc.redirects.slow',
  unit: '{request}',
  description: 'Opened short links whose lookup took a quarter of a second or longer',
  attribute,
  values: OUTCOMES,
});

/** Lookups by result; `hit` means in this process. */
export const cacheLookups = createTally({
  name: 'svc.link_cache.lookups',
  unit: '{lookup}',
  description: 'Lookups in the link cache, by result',
  attribute: 'svc.link_cache.result',
  values: ['hit', 'miss'],
});
