import { useParams } from '@tanstack/react-router';
import { CONTACT_BOOK, INFLUENCER_BOOK } from './address-books.js';
import { ContactList } from './contact-list.js';
import { ContactPageOf } from './contact-page.js';

export function ContactsPage() {
  return <ContactList book={CONTACT_BOOK} />;
}

export function InfluencersPage() {
  return <ContactList book={INFLUENCER_BOOK} />;
}

export function ContactPage() {
  return <ContactPageOf book={CONTACT_BOOK} id={useParams({ from: '/app/contacts/$contactId' }).contactId} />;
}

export function InfluencerPage() {
  return (
    <ContactPageOf book={INFLUENCER_BOOK} id={useParams({ from: '/app/influencers/$influencerId' }).influencerId} />
  );
}
