import { call } from '../api/call.js';
import type { Input, Output } from '../api/operations.js';
import { randomKey } from '../api/random-key.js';

/** Stores an image as a screenshot of a deal's video, or of the page at `sourceUrl`. */
export async function sendProof(
  of: Pick<Input<'screenshots.reserve'>, 'dealId' | 'videoId' | 'sourceUrl'>,
  image: File,
  onProgress: (share: number) => void,
): Promise<Output<'screenshots.upload_content'>> {
  const { screenshotId } = await call('screenshots.reserve', of, { key: randomKey() });
  return call('screenshots.upload_content', { screenshotId }, { file: image, key: randomKey(), onProgress });
}
