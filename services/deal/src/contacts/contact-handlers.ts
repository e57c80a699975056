import { invalidInput, notFound, readOneOf } from '@svc/chassis/errors/app-error';
import { checkApproval } from '@svc/chassis/grpc/check-approval';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Pool } from '@svc/chassis/postgres/pool';
import { ContactService as methods, type ListContactsRequest } from '@svc/proto/deal/v1/contact_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import type { FileReader } from '../contact-import/file-reader.js';
import { importContacts, previewImport } from '../contact-import/import-contacts.js';
import { createImportQueue } from '../imports/import-queue.js';
import { bulkChangeContacts } from './bulk-change-contacts.js';
import { readKind } from './contact.js';
import { toContact } from './contact-access.js';
import { CONTACT_LIST, type ContactFilter, listContacts, type Visibility } from './contact-list-repo.js';
import { findContact } from './contact-repo.js';
import { createContact } from './create-contact.js';
import { deleteContact } from './delete-contact.js';
import { exportContacts } from './export-contacts.js';
import { updateContact } from './update-contact.js';

/** Contacts and influencers. */
export function contactHandlers(pool: Pool, write: Write, files: FileReader): ServiceHandlers<typeof methods> {
  const inTurn = createImportQueue();
  return {
    createContact: write(methods.createContact, async (tx, request, { user }) => ({
      contact: await createContact(tx, user, request),
    })),
    getContact: async ({ kind: kindText, contactId }, { user }) => {
      const kind = readKind(kindText);
      const contact = await findContact(pool, user, kind, contactId);
      if (!contact) throw notFound(kind);
      return { contact: toContact(user, contact) };
    },
    listContacts: async (request, { user }) => {
      const filter = readFilter(request);
      const { rows, total, next } = await listContacts(pool, user, filter, sortedPageOf(CONTACT_LIST, request, filter));
      return { contacts: rows.map((row) => toContact(user, row)), totalSize: total, nextPageToken: next };
    },
    exportContacts: (request, { user }) => exportContacts(pool, user, request),
    updateContact: write(methods.updateContact, async (tx, request, { user }) => ({
      contact: await updateContact(tx, user, request),
    })),
    bulkChangeContacts: write(methods.bulkChangeContacts, (tx, request, { user }) =>
      bulkChangeContacts(tx, user, request),
    ),
    deleteContact: write(methods.deleteContact, (tx, request, { user }) => deleteContact(tx, user, request)),
    importContacts: write(methods.importContacts, {
      before: (request, { user, context }) => {
        // Checked here, because a preview, which the user sees before approving, needs no approval.
        checkApproval(user, request.preview ? 'none' : 'write');
        return files.read(user, request, context.signal);
      },
      // A preview changes nothing, so it needs neither a transaction nor a stored response.
      inTurn: ({ kind, preview }, { user }, transact, file) =>
        preview ? previewImport(pool, user, kind, file) : inTurn(user.userId, transact),
      work: (tx, { kind }, { user }, file) => importContacts(tx, user, kind, file),
    }),
  };
}

function readFilter({ kind, scope, visibility, query = null }: ListContactsRequest): ContactFilter {
  return { kind: readKind(kind), visibility: readVisibility(scope, visibility), query };
}

const VISIBILITIES: readonly Visibility[] = ['all', 'mine', 'shared', 'mutual'];

/** Determines the visibility of a list from its scope and its filter. Throws `invalid_input` for a filter that the scope does not cover. */
function readVisibility(scopeText: string, text: string): Visibility {
  const scope = readScope(scopeText);
  const visibility = readOneOf('visibility', text || 'all', VISIBILITIES);
  if (scope === 'mine-and-shared') return visibility;
  if (visibility === 'all' || visibility === 'mine') return 'mine';
  throw invalidInput('visibility', `cannot be ${visibility} unless scope is mine-and-shared.`);
}
