import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { randomKey } from '../api/random-key.js';
import type { DueVideo } from './recordings.js';

/** Stores a picture of a video's page as a screenshot of the video. */
export async function sendProof(
  { dealId, videoId }: DueVideo,
  picture: File,
  onProgress: (share: number) => void,
): Promise<Output<'screenshots.upload_content'>> {
  const { screenshotId } = await call('screenshots.reserve', { dealId, videoId }, { key: randomKey() });
  return call('screenshots.upload_content', { screenshotId }, { file: picture, key: randomKey(), onProgress });
}
