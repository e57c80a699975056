/** An address without what all addresses begin with. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}
