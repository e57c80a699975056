import { shortUrl } from '../ui/short-url.js';

/** Display name of a video: its title, or else its address. */
export function nameOfVideo(title: string | null | undefined, url: string): string {
  return title ?? shortUrl(url);
}
