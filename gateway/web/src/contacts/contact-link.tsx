import { Link } from '@tanstack/react-router';
import type { AddressBook, Contact } from './address-books.js';

interface ContactLinkProps {
  readonly book: AddressBook;
  readonly contact: Pick<Contact, 'id' | 'name'>;
}

const CLASS = 'font-medium [overflow-wrap:anywhere] hover:underline';

export function ContactLink({ book, contact: { id, name } }: ContactLinkProps) {
  if (book.kind === 'contact') {
    return (
      <Link to="/contacts/$contactId" params={{ contactId: id }} className={CLASS}>
        <bdi>{name}</bdi>
      </Link>
    );
  }
  return (
    <Link to="/influencers/$influencerId" params={{ influencerId: id }} className={CLASS}>
      <bdi>{name}</bdi>
    </Link>
  );
}
