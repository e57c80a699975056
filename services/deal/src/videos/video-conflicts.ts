import { AppError } from '@svc/chassis/errors/app-error';

export function videoAlreadyThere(url: string): AppError {
  return new AppError('conflict', 'CONFLICT', `The deal has the video ${url} already.`);
}

export function videoHasReadings(): AppError {
  return new AppError(
    'conflict',
    'CONFLICT',
    'The address leads to another video, and this one has readings. Add the other video to the deal instead.',
  );
}
