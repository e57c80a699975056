import { type AppError, appError } from '@svc/chassis/errors/app-error';

/** Names the video, where it is known. */
export function videoAlreadyThere(url: string, videoId?: string): AppError {
  const data = videoId === undefined ? {} : { data: { videoId } };
  return appError('CONFLICT', `The deal already has the video ${url}.`, data);
}
