/** An address without the common prefix. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}
