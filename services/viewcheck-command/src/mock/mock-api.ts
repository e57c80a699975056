import type { AgentApi } from '../api/agent-api.js';

/** Fixed clock of mock runs. */
export const MOCK_AS_OF = new Date('2026-01-15T12:00:00.000Z');

const DEAL_ID = '019b0000-0000-7000-8000-000000000001';
const VIDEO_ID = '019b0000-0000-7000-8000-000000000002';
const SCREENSHOT_ID = '019b0000-0000-7000-8000-000000000003';

/** Returns responses like the product's, with fixed ids; sends nothing. */
export function openMockApi(): AgentApi {
  let captures = 0;
  return {
    listDueViews: async () => [
      {
        dealId: DEAL_ID,
        dealName: 'Spring launch',
        promoCode: 'SAVE20',
        videoId: VIDEO_ID,
        videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        postDate: '2026-01-10',
        logs: [],
      },
    ],
    capture: async ({ sourceUrl }) => {
      captures += 1;
      return {
        screenshotId: SCREENSHOT_ID.replace(/.$/, String(captures + 2)),
        status: 'uploaded',
        uploaded: true,
        pending: false,
        sourceUrl,
        grade: 'server_captured',
        capturedAt: MOCK_AS_OF.toISOString(),
        detectedViews: 12_345,
        detectedViewsDetail: { rawText: '12,345 views', precision: 'exact', metric: 'views', source: 'dom_text' },
        shareUrl: null,
      };
    },
  };
}
