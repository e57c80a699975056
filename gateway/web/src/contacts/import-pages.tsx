import { CONTACT_BOOK, INFLUENCER_BOOK } from './address-books.js';
import { ImportPageOf } from './import-page.js';

export function ContactImportPage() {
  return <ImportPageOf book={CONTACT_BOOK} />;
}

export function InfluencerImportPage() {
  return <ImportPageOf book={INFLUENCER_BOOK} />;
}
