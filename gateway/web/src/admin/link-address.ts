/** The target of a shared address: a short link, or a shared link. */
export type LinkAddress =
  { readonly kind: 'short_link'; readonly shortId: string } | { readonly kind: 'share'; readonly token: string };

const SHORT_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/;
const TOKEN = /^[A-Za-z0-9_-]{1,100}$/;

/** Reads a pasted address: a short link at either host, also of a photo's image, a shared link, or a short name alone. */
export function readLinkAddress(pasted: string): LinkAddress | undefined {
  const [first = '', second = ''] = pathOf(pasted.trim()).split('/').filter(Boolean);
  if (first === 's') return TOKEN.test(second) ? { kind: 'share', token: second } : undefined;
  const shortId = first === 'r' ? second : first;
  return SHORT_ID.test(shortId) ? { kind: 'short_link', shortId } : undefined;
}

function pathOf(pasted: string): string {
  if (!pasted.includes('/')) return pasted;
  const address = /^[a-z]+:\/\//i.test(pasted) ? pasted : `https://${pasted}`;
  return URL.canParse(address) ? new URL(address).pathname : '';
}
