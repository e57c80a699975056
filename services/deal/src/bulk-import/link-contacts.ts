import type { Tx } from '@svc/chassis/postgres/transaction';
import { plainHandle } from '../contacts/contact-keys.js';
import { listNamedContacts, type NamedContact } from '../contacts/contact-repo.js';
import type { NewDeal } from '../deals/deal.js';

/** Returns the deals, each linked to the contact that its text names if exactly one of the owner's contacts has that name, email or handle. */
export async function linkContacts(tx: Tx, ownerId: string, deals: readonly NewDeal[]): Promise<NewDeal[]> {
  const texts = deals.flatMap(({ contactName }) => contactName ?? []);
  if (texts.length === 0) return [...deals];
  const contacts = await listNamedContacts(tx, ownerId, [...new Set(texts.flatMap(spellings))]);
  return deals.map((deal) => {
    const { contactName } = deal;
    if (contactName === null) return deal;
    const [contact, ...others] = contacts.filter((each) => isNamed(each, contactName));
    return contact && others.length === 0 ? { ...deal, contactId: contact.id } : deal;
  });
}

function isNamed({ name, email, handles }: NamedContact, text: string): boolean {
  const plain = text.toLowerCase();
  if (name.toLowerCase() === plain || email?.toLowerCase() === plain) return true;
  return handles.some(({ handle }) => plainHandle(handle) === plainHandle(text));
}

/** Returns the forms of a text for lookups of names, email addresses and handles. */
function spellings(text: string): string[] {
  return [text.toLowerCase(), plainHandle(text)];
}
