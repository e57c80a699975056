import { type AppError, appError } from '@svc/chassis/errors/app-error';

export function videoAlreadyThere(url: string): AppError {
  return appError('CONFLICT', `The deal already has the video ${url}.`);
}
