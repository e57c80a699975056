import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { listLinkable } from '../contacts/contact-repo.js';

/** The fields that link a deal to a contact, with the kind that each requires. */
const LINKS = [
  { field: 'contactId', kind: 'contact' },
  { field: 'influencerId', kind: 'influencer' },
] as const;

type Links = { readonly [Field in (typeof LINKS)[number]['field']]?: string | null | undefined };

/** Throws `invalid_input` for a contact or influencer that does not belong to the deal's owner. */
export async function checkLinks(tx: Tx, ownerId: string, links: Links): Promise<void> {
  const linked = LINKS.flatMap(({ field, kind }) => {
    const id = links[field];
    return typeof id === 'string' ? [{ field, kind, id }] : [];
  });
  if (linked.length === 0) return;
  const ids = linked.map(({ id }) => id);
  const linkable = await listLinkable(tx, ownerId, ids);
  for (const { field, kind, id } of linked) {
    if (!linkable.some((contact) => contact.id === id && contact.kind === kind)) {
      throw invalidInput(field, `must be your own ${kind}.`);
    }
  }
}
