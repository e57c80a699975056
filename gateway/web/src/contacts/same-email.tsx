import { createContext, type FocusEvent, type ReactNode, useContext, useState } from 'react';
import { useOperation } from '../api/queries.js';
import type { AddressBook } from './address-books.js';
import { ContactLink } from './contact-link.js';

interface Subject {
  readonly book: AddressBook;
  /** Absent for a new one. */
  readonly id?: string;
}

/** Which contact a form is about. */
export const ContactSubject = createContext<Subject | null>(null);

/** Addresses that contain another are found with it. */
const FOUND_MAX = 20;

/** A field for an email. Once it is typed, says which other contact has it: two can share one, so that is no error. */
export function WithSameEmail({ value, children }: { readonly value: string | null; readonly children: ReactNode }) {
  const subject = useContext(ContactSubject);
  const [typed, setTyped] = useState(value ?? '');
  const read = ({ target }: FocusEvent<HTMLDivElement>): void => {
    if (target instanceof HTMLInputElement) setTyped(target.validity.valid ? target.value.trim() : '');
  };
  return (
    <div onBlur={read} className="flex flex-col gap-1">
      {children}
      <div role="status">{subject && typed !== '' && <SameEmail {...subject} email={typed} />}</div>
    </div>
  );
}

function SameEmail({ book, id, email }: Subject & { readonly email: string }) {
  const found = useOperation(`${book.family}.list`, { q: email, scope: 'mine-and-shared', limit: FOUND_MAX });
  const other = found.data?.items.find(
    (contact) => contact.id !== id && contact.email?.toLowerCase() === email.toLowerCase(),
  );
  if (!other) return null;
  return (
    <p className="text-soft [overflow-wrap:anywhere]">
      <ContactLink book={book} contact={other} /> already has this email.
    </p>
  );
}
