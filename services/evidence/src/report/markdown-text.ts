/** What Markdown and HTML read as anything but text. */
const SPECIAL = /[\\`*_{}[\]()#+\-.!|~>=:@/]/g;

/** Text of a page within Markdown, in which it is nothing but text: neither markup, nor HTML, nor a link. */
export function markdownText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(SPECIAL, String.raw`\$&`);
}

/** Bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
