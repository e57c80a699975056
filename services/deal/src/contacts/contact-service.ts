import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { ContactServiceService as methods, type ListContactsRequest } from '@svc/proto/deal/v1/contact_service';
import { createOneAtATime } from '../bulk-import/one-at-a-time.js';
import { importContacts, previewImport, readFile } from '../contact-import/import-contacts.js';
import { readScope } from '../visibility/sight.js';
import { toContact } from './contact-access.js';
import { listContacts, type ContactFilter, type Visibility } from './contact-list-repo.js';
import { findContact } from './contact-repo.js';
import { readKind } from './contact.js';
import { createContact } from './create-contact.js';
import { deleteContact } from './delete-contact.js';
import { exportContacts } from './export-contacts.js';
import { updateContact } from './update-contact.js';

/** Contacts and influencers. */
export function contactService(pool: Pool): ServiceHandlers<typeof methods> {
  // Imports of one owner wait for each other anyway; here they do so without each holding a connection.
  const oneAtATime = createOneAtATime();
  return {
    createContact: (request, { user }) =>
      runWrite(pool, methods.createContact, request, async (tx) => ({
        contact: await createContact(tx, user, request),
      })),
    getContact: async ({ kind: kindText, contactId }, { user }) => {
      const kind = readKind(kindText);
      const contact = await findContact(pool, user, kind, contactId);
      if (!contact) throw notFound(kind);
      return { contact: toContact(user, contact) };
    },
    listContacts: async (request, { user }) => {
      const { rows, total } = await listContacts(pool, user, readFilter(request), pageOf(request));
      return { contacts: rows.map((row) => toContact(user, row)), totalSize: total };
    },
    exportContacts: (request, { user }) => exportContacts(pool, user, request),
    updateContact: (request, { user }) =>
      runWrite(pool, methods.updateContact, request, async (tx) => ({
        contact: await updateContact(tx, user, request),
      })),
    deleteContact: (request, { user }) =>
      runWrite(pool, methods.deleteContact, request, async (tx) => {
        await deleteContact(tx, user, request);
        return {};
      }),
    importContacts: async (request, { user }) => {
      const { kind, preview } = request;
      const rows = await readFile(user, request);
      if (preview) return previewImport(pool, user, kind, rows);
      return oneAtATime(user.userId, () =>
        runWrite(pool, methods.importContacts, request, (tx) => importContacts(tx, user, kind, rows)),
      );
    },
  };
}

function readFilter({ kind, scope, visibility, query = null }: ListContactsRequest): ContactFilter {
  return { kind: readKind(kind), visibility: readVisibility(scope, visibility), query };
}

const VISIBILITIES: readonly Visibility[] = ['all', 'mine', 'shared', 'mutual'];

/** What a list shows, from its scope and its filter. Throws `invalid_input` for a filter that the scope does not cover. */
function readVisibility(scopeText: string, text: string): Visibility {
  const scope = readScope(scopeText);
  const visibility = VISIBILITIES.find((each) => each === (text || 'all'));
  if (!visibility) throw invalidInput('visibility', `Has to be one of ${VISIBILITIES.join(', ')}.`);
  if (scope === 'mine-and-shared') return visibility;
  if (visibility === 'all' || visibility === 'mine') return 'mine';
  throw invalidInput('visibility', `To see what is ${visibility}, ask with scope=mine-and-shared.`);
}
