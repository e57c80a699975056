import type { LinkFields } from '../links/link.js';

/** What callers may say of a new link, its form checked. */
interface GivenFields {
  readonly slug?: string | undefined;
  readonly title?: string | null | undefined;
  readonly campaign?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly dealId?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
}

/** The fields as use cases take them: what was left out is null. */
export function newLinkFields({ slug, title, campaign, tags, dealId, expiresAt }: GivenFields): LinkFields {
  return {
    slug: slug ?? null,
    title: title ?? null,
    campaign: campaign ?? null,
    tags: tags ?? [],
    dealId: dealId ?? null,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
  };
}

/** An empty field of a form is no wish for a slug. */
export function withoutEmptySlug({ slug, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return slug === '' || slug === undefined ? rest : { slug, ...rest };
}
