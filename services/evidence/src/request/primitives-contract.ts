import type { PrimitivesContract } from '../schemas/readiness.js';

/** The operations that a workflow uses around this tool, as named in the registry of operations. */
export const PRIMITIVES_CONTRACT: PrimitivesContract = {
  contextSearch: {
    operation: 'context.search',
    tier: 0,
    method: 'GET',
    path: '/context/search',
    writes: false,
    requiredFields: ['q'],
  },
  dueViews: {
    operation: 'deals.due_views',
    tier: 0,
    method: 'GET',
    path: '/deals/due-views',
    writes: false,
    requiredFields: [],
  },
  viewLogs: {
    operation: 'deals.view_logs',
    tier: 0,
    method: 'GET',
    path: '/deals/view-logs',
    writes: false,
    requiredFields: [],
  },
  urlShortLink: {
    operation: 'short_links.create',
    tier: 1,
    method: 'POST',
    path: '/shorten',
    writes: true,
    requiredFields: ['url'],
  },
  imageUploadShortLink: {
    operation: 'short_links.create_photo',
    tier: 1,
    method: 'POST',
    path: '/shorten/photos',
    writes: true,
    requiredFields: ['image'],
  },
  screenshotCapture: {
    operation: 'screenshots.capture',
    tier: 1,
    method: 'POST',
    path: '/screenshots/capture',
    writes: true,
    requiredFields: ['sourceUrl'],
  },
  verificationLinks: [
    { primitive: 'urlShortLink', operation: 'short_links.create', linkField: 'shortUrl' },
    { primitive: 'imageUploadShortLink', operation: 'short_links.create_photo', linkField: 'shortUrl' },
    { primitive: 'screenshotCapture', operation: 'screenshots.capture', linkField: 'shareUrl' },
  ],
};
