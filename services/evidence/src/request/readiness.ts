import type { DueViewRow } from '../schemas/prior-rows.js';
import type { RequestReadiness } from '../schemas/readiness.js';
import { WRITE_REQUIREMENTS } from '../schemas/vocabulary.js';
import { commandTemplates } from './command-templates.js';
import type { EvidenceRequest } from './read-request.js';

/** Operations that record proven results; this tool never calls them. */
export const WRITE_OPERATIONS = { import: 'deals.bulk_add_view_checks', view_check: 'deals.add_view_log' } as const;

/** Determines whether the search can start, what to ask otherwise, and what follows it. */
export function requestReadiness(request: EvidenceRequest, dueViews: readonly DueViewRow[]): RequestReadiness {
  const ready = request.missing.length === 0;
  return {
    format: 'viewcheck-grillme-request-readiness-v1',
    ready,
    status: ready ? 'ready' : 'blocked',
    missingFields: [...request.missing],
    satisfiedAnchors: [...request.anchors],
    operatorQuestion: operatorQuestion(request),
    readyCommandTemplates: commandTemplates(request, dueViews),
    noWriteBoundary: {
      liveWrites: false,
      persistentViewLogWrites: false,
      allowed: ['read_pages', 'capture_screenshots_on_request'],
      forbidden: ['create_view_log', 'update_view', 'bulk_import'],
      writeRequirements: [...WRITE_REQUIREMENTS],
      writeOperations: WRITE_OPERATIONS,
    },
  };
}

function operatorQuestion({ missing }: EvidenceRequest): string | null {
  const lacksAnchor = missing.some(({ field }) => field === 'anchor');
  const lacksDate = missing.some(({ field }) => field !== 'anchor');
  if (lacksDate && lacksAnchor) {
    return 'On which date was the video posted, and which promo code, search words or account should be checked?';
  }
  if (lacksDate) return 'On which date was the video posted?';
  return lacksAnchor ? 'Which promo code, search words or account should be checked?' : null;
}
