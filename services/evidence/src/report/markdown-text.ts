/** Characters with a meaning in Markdown and HTML. */
const SPECIAL = /[\\`*_{}[\]()#+\-.!|~>=:@/]/g;

/** Escapes a page's text for Markdown, so that it contains neither markup, nor HTML, nor links. */
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
