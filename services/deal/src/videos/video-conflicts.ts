import { type AppError, appError } from '@svc/chassis/errors/app-error';

/** The error for a video that the deal already has, with the video's id if known. */
export function videoAlreadyThere(url: string, videoId?: string): AppError {
  const data = videoId === undefined ? {} : { data: { videoId } };
  return appError('CONFLICT', `The deal already has the video ${url}.`, data);
}
