import { readOneOf } from '@svc/chassis/errors/app-error';

/** Contacts and influencers are two separate address books with the same fields. */
const CONTACT_KINDS = ['contact', 'influencer'] as const;

export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Throws `invalid_input` for a text that is not one of the two kinds. */
export function readKind(text: string): ContactKind {
  return readOneOf('kind', text, CONTACT_KINDS);
}

export interface Handle {
  readonly platform: string;
  /** With or without `@`. */
  readonly handle: string;
  readonly url: string | null;
}

/** The fields of a contact that its owner sets. */
export interface ContactFields {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
  readonly handles: Handle[];
  readonly tags: string[];
  readonly notes: string | null;
  /** Amount, in `currency`. */
  readonly revenue: number | null;
  readonly currency: string;
}

/** A contact to be stored. */
export interface NewContact extends ContactFields {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: ContactKind;
}

export interface ContactRow extends NewContact {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Converts handles to their stored form. */
export function toHandles(
  handles: readonly { platform: string; handle: string; url?: string | null | undefined }[],
): Handle[] {
  return handles.map(({ platform, handle, url = null }) => ({ platform, handle, url }));
}
