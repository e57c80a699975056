import { Link } from '@tanstack/react-router';
import type { AddressBook, Contact } from './address-books.js';

interface ContactLinkProps {
  readonly book: AddressBook;
  readonly contact: Pick<Contact, 'id' | 'name'>;
}

const CLASS = 'font-medium max-sm:[overflow-wrap:anywhere] sm:truncate hover:underline';

export function ContactLink({ book, contact: { id, name } }: ContactLinkProps) {
  if (book.kind === 'contact') {
    return (
      <Link to="/contacts/$contactId" params={{ contactId: id }} dir="auto" className={CLASS}>
        {name}
      </Link>
    );
  }
  return (
    <Link to="/influencers/$influencerId" params={{ influencerId: id }} dir="auto" className={CLASS}>
      {name}
    </Link>
  );
}
