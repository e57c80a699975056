import { shortUrl } from '../ui/short-url.js';

/** What people call a video: its title, or else its address. */
export function nameOfVideo(title: string | null | undefined, url: string): string {
  return title ?? shortUrl(url);
}
