import { type AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import { screenshotError } from '../error-codes.js';
import type { ScreenshotRow, ScreenshotStatus } from './screenshot.js';

export function screenshotNotFound(): AppError {
  return notFound('screenshot');
}

/** Throws for an expired or deleted screenshot, which only its owner still sees. */
export function assertLives({ status }: Pick<ScreenshotRow, 'status'>): void {
  if (status === 'expired') throw reservationExpired();
  if (status === 'deleted') throw appError('CONFLICT', 'This screenshot was deleted. Reserve a new one.');
}

export function reservationExpired(): AppError {
  return screenshotError(
    'SCREENSHOT_RESERVATION_EXPIRED',
    'The image did not arrive within 24 hours, so the reservation has expired. Reserve a new screenshot.',
  );
}

export function alreadyUploaded(): AppError {
  return screenshotError(
    'SCREENSHOT_ALREADY_UPLOADED',
    'This screenshot has another image, and images are never replaced. Reserve a new screenshot for this one.',
  );
}

export function uploadInProgress(): AppError {
  return screenshotError(
    'SCREENSHOT_UPLOAD_IN_PROGRESS',
    'An image for this screenshot is already being uploaded. Wait for it, or try again in a moment.',
    { retryAfterSeconds: 2 },
  );
}

export function notUploaded(status: ScreenshotStatus): AppError {
  return screenshotError(
    'SCREENSHOT_NOT_UPLOADED',
    status === 'failed' ? 'This screenshot has no image: its capture failed.' : 'This screenshot has no image yet.',
  );
}
