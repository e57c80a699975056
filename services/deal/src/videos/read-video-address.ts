import { invalidInput } from '@svc/chassis/errors/app-error';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import { addressOf, type VideoAddress } from './video.js';

/** Parses a link from a request's `url`. Throws `invalid_input` with the reason. */
export function readVideoAddress(url: string): VideoAddress {
  const parsed = parseVideoUrl(url);
  if (!parsed.ok) throw invalidInput('url', parsed.message);
  return addressOf(url.trim(), parsed);
}
