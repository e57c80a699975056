/** Complete evidence of one video, from which tests remove parts. */

export const VIDEO_ID = 'dQw4w9WgXcQ';
export const VIDEO_URL = `https://www.youtube.com/watch?v=${VIDEO_ID}`;
export const SCREENSHOT_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
export const DEAL_ID = '01890a5d-ac96-774b-bcce-b302099a8058';
export const OWN_VIDEO_ID = '01890a5d-ac96-774b-bcce-b302099a8059';

export const REQUEST = { requestedDate: '2026-05-01', promoCode: 'SAVE20' };

export const REVIEW = {
  sourceVideoUrl: VIDEO_URL,
  status: 'confirmed',
  proofKind: 'spoken_promo',
  evidenceSource: 'video_playback',
  observedPromoAtSeconds: 84.5,
};

export const SCREENSHOT = {
  screenshotId: SCREENSHOT_ID,
  sourceUrl: VIDEO_URL,
  capturedAt: '2026-05-20T09:00:00.000Z',
  detectedViews: 12_345,
  grade: 'server_captured',
  status: 'uploaded',
  pending: false,
  uploaded: true,
};

export const CANDIDATE = {
  url: VIDEO_URL,
  title: 'A video',
  publishedText: 'May 1, 2026',
  viewCount: 12_345,
  durationSeconds: 600,
};

export const COMPLETE = {
  ...REQUEST,
  candidates: [CANDIDATE],
  proofScreenshots: [SCREENSHOT],
  directProofReviews: [REVIEW],
};

/** Hints that are not proof. */
export const POINTING = {
  title: 'use code SAVE20',
  caption: 'use code SAVE20',
  firstComment: { text: 'use code SAVE20', byAuthor: true, pinned: true },
  transcriptCues: [{ startSeconds: 84, endSeconds: 86, text: 'use code SAVE20' }],
  transcriptSource: 'caption_track',
  startSeconds: 84,
};
