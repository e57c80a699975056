import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AskAccess } from '../access/ask-access.js';
import { Locked } from '../access/locked.js';
import { ParentLink } from '../address/parent-link.js';
import { call } from '../api/call.js';
import { isUnreadable, useChange, useOperation } from '../api/queries.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { useKeys } from '../shell/shortcuts.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { RelativeTime } from '../ui/relative-time.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { type AddressBook, type Contact, handleText, named, platformName } from './address-books.js';
import { ContactForm } from './contact-form.js';

const ShareDialog = lazy(async () => ({ default: (await import('../shares/share-dialog.js')).ShareDialog }));

// The contact is shown without them.
const RelatedRecords = lazy(async () => ({ default: (await import('./related-records.js')).RelatedRecords }));

interface ContactProps {
  readonly book: AddressBook;
  readonly contact: Contact;
}

/** One contact, or influencer. */
export function ContactPageOf({ book, id }: { readonly book: AddressBook; readonly id: string }) {
  const read = useOperation(`${book.family}.get`, named(book, id));
  if (isUnreadable(read)) return <PageError error={read.error} />;
  if (!read.data) {
    return (
      <Page width="text">
        <SkeletonRows rows={6} rowClass="flex h-10 items-center" />
      </Page>
    );
  }
  return <ContactSheet key={id} book={book} contact={read.data} />;
}

function ContactSheet({ book, contact }: ContactProps) {
  const { nameOf } = usePeople();
  const [open, setOpen] = useState<'edit' | 'delete' | 'share'>();
  const { canEdit } = contact.access;
  useKeys(canEdit ? { e: { about: 'Edit', run: () => setOpen('edit') } } : {});
  return (
    <Page width="text">
      <ParentLink to={book.path}>{book.title}</ParentLink>
      <PageHead
        title={contact.name}
        about={canEdit ? undefined : `Shared by ${nameOf(contact.ownerId)}`}
        actions={
          canEdit && (
            <>
              {contact.access.role === 'owner' && <Button onClick={() => setOpen('share')}>Share</Button>}
              <Button onClick={() => setOpen('edit')} title="Press e">
                Edit
              </Button>
              <Button kind="danger" onClick={() => setOpen('delete')}>
                Delete
              </Button>
            </>
          )
        }
      />
      <ContactDetails book={book} contact={contact} />
      <Suspense>
        <RelatedRecords book={book} contact={contact} />
      </Suspense>
      {open === 'share' && (
        <Suspense>
          <ShareDialog
            record={{ entityType: book.kind, entityId: contact.id, title: contact.name }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
      {open === 'edit' && <EditDialog book={book} contact={contact} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteDialog book={book} contact={contact} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function ContactDetails({ book, contact }: ContactProps) {
  const { email, phone, company, handles, tags, mutualOwners, notes, access } = contact;
  const { user } = useSignedIn();
  return (
    <dl className="rounded-md border border-line bg-surface">
      <Detail name="Email">
        {email !== null && (
          <a href={`mailto:${encodeURIComponent(email)}`} className={TEXT_LINK}>
            <bdi>{email}</bdi>
          </a>
        )}
      </Detail>
      <Detail name="Phone">
        {phone !== null && (
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={TEXT_LINK}>
            <bdi>{phone}</bdi>
          </a>
        )}
      </Detail>
      <Detail name="Company">{company !== null && <bdi>{company}</bdi>}</Detail>
      <Detail name="Accounts">{handles.length > 0 && <Handles handles={handles} />}</Detail>
      <Detail name="Tags">
        {tags.length > 0 && (
          <span className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <Chip key={tag}>
                <bdi>{tag}</bdi>
              </Chip>
            ))}
          </span>
        )}
      </Detail>
      <Detail name="Revenue">
        <Revenue book={book} contact={contact} />
      </Detail>
      <Detail name="Notes">
        {access.redacted.includes('notes') ? (
          <Locked />
        ) : (
          notes !== null && <span className="whitespace-pre-wrap">{notes}</span>
        )}
      </Detail>
      {mutualOwners.length > 0 && (
        <Detail name="Also known to">
          <bdi>{mutualOwners.map(({ userId, name }) => (userId === user.id ? 'You' : name)).join(', ')}</bdi>
        </Detail>
      )}
      <Detail name="Changed">
        <RelativeTime at={contact.updatedAt} />
      </Detail>
    </dl>
  );
}

const NONE = <span className="text-soft">–</span>;

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children || NONE}</dd>
    </div>
  );
}

function Handles({ handles }: { readonly handles: Contact['handles'] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {handles.map(({ platform, handle, url }) => (
        <li key={`${platform} ${handle}`}>
          <bdi className="text-soft">{platformName(platform)}</bdi>{' '}
          {url === null ? (
            <bdi>{handleText(handle)}</bdi>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={TEXT_LINK}>
              <bdi>{handleText(handle)}</bdi>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The owner of an influencer may grant access to its revenue. */
function Revenue({ book, contact: { id, ownerId, revenue, currency, access } }: ContactProps) {
  const formats = useFormats();
  const { nameOf } = usePeople();
  if (!access.redacted.includes('revenue')) return revenue === null ? NONE : formats.money(revenue, currency);
  if (book.kind === 'contact') return <Locked />;
  return (
    <AskAccess
      scope="influencer.revenue"
      ownerId={ownerId}
      ownerName={nameOf(ownerId)}
      entityId={id}
      what="the revenue"
    />
  );
}

interface ChangeDialogProps extends ContactProps {
  readonly onClose: () => void;
}

function EditDialog({ book, contact, onClose }: ChangeDialogProps) {
  const [title] = useState(`Edit ${contact.name}`);
  const update = useChange(`${book.family}.update`);
  const name = named(book, contact.id);
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      <ContactForm
        book={book}
        onClose={onClose}
        subject={{
          record: contact,
          refetch: () => call(`${book.family}.get`, name),
          update: (changes, version) => update.mutateAsync({ input: { ...name, ...changes }, version }),
        }}
      />
    </Dialog>
  );
}

function DeleteDialog({ book, contact, onClose }: ChangeDialogProps) {
  const navigate = useNavigate();
  const deleteContact = useUndoableDeletion(`${book.family}.delete`);
  const { id, name, version } = contact;
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action={`Delete ${book.one}`}
      onClose={onClose}
      run={async () => {
        await navigate({ to: book.path, replace: true });
        deleteContact({ id, what: name, input: named(book, id), version });
      }}
    >
      Deals stay, without this contact; its shared links end.
    </ConfirmDialog>
  );
}
