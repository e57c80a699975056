import { AppError } from '@svc/chassis/errors/app-error';

/** Creates an error with one of this service's codes. */
export const screenshotError = AppError.define({
  TARGET_NOT_ALLOWED: { kind: 'invalid_input', meaning: 'The address is not public, or the product may not open it.' },
  SCREENSHOT_ALREADY_UPLOADED: {
    kind: 'conflict',
    meaning: 'The screenshot has another image; images are never replaced.',
  },
  SCREENSHOT_UPLOAD_IN_PROGRESS: {
    kind: 'conflict',
    meaning: 'An image for the screenshot is already being uploaded.',
  },
  SCREENSHOT_RESERVATION_EXPIRED: { kind: 'conflict', meaning: 'The image did not arrive within 24 hours.' },
  SCREENSHOT_NOT_UPLOADED: { kind: 'conflict', meaning: 'The screenshot has no image yet.' },
  SCREENSHOT_QUOTA_EXCEEDED: { kind: 'wrong_state', meaning: 'Your screenshots have reached their quota.' },
  CAPTURE_CAPACITY: { kind: 'rate_limited', meaning: 'Too many captures are waiting.' },
});
