import type { OptionValues } from '../options/option-table.js';

/** Enables reading pages when options for mock pages are set. */
export function withMockPages(values: OptionValues): OptionValues {
  const readsPage =
    values['mock-structured-metadata'] || values['mock-caption-track'] || values['mock-app-state-caption-track'];
  return readsPage ? { ...values, 'enrich-discovered-candidates': true } : values;
}

/** Fills in a complete request for a mock run without one. */
export function withMockRequest(values: OptionValues): OptionValues {
  return {
    ...values,
    url: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    'requested-date': '2026-01-10',
    'promo-code': ['SAVE20'],
    account: 'youtube:creator',
  };
}
