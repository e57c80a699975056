import { call } from '../api/call.js';
import type { Input, Output } from '../api/operations.js';
import { randomKey } from '../api/random-key.js';

/** Stores a picture as a screenshot of a deal's video, or of the page at `sourceUrl`. */
export async function sendProof(
  of: Pick<Input<'screenshots.reserve'>, 'dealId' | 'videoId' | 'sourceUrl'>,
  picture: File,
  onProgress: (share: number) => void,
): Promise<Output<'screenshots.upload_content'>> {
  const { screenshotId } = await call('screenshots.reserve', of, { key: randomKey() });
  return call('screenshots.upload_content', { screenshotId }, { file: picture, key: randomKey(), onProgress });
}
