import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type {
  CreateSavedViewRequest,
  DeleteSavedViewRequest,
  SavedView,
  UpdateSavedViewRequest,
} from '@svc/proto/identity/v1/saved_view_service';
import { v7 as newId } from 'uuid';
import { findUserForUpdate } from '../accounts/user-repo.js';
import {
  deleteSavedViewRow,
  findRoom,
  findSavedViewForUpdate,
  insertSavedView,
  updateSavedViewRow,
} from './saved-view-repo.js';

export const SAVED_VIEWS_MAX = 50;
export const QUERY_BYTES_MAX = 2_048;

const CHANGEABLE = ['name', 'query', 'position'] as const;

/** Adds a view at the end of its list. Throws CONFLICT above the maximum number of views. */
export async function createSavedView(
  tx: Tx,
  { userId }: UserPrincipal,
  { list, name, query }: CreateSavedViewRequest,
): Promise<SavedView> {
  checkQuery(query);
  // Locks the user, so that concurrent creates are counted.
  if (!(await findUserForUpdate(tx, userId))) throw noSuch('account');
  const { count, position } = await findRoom(tx, userId, list);
  if (count >= SAVED_VIEWS_MAX) {
    throw appError('CONFLICT', `You have ${SAVED_VIEWS_MAX} saved views, the maximum. Delete one first.`);
  }
  return insertSavedView(tx, { id: newId(), ownerId: userId, list, name, query, position });
}

/** Changes the fields in the mask. Equal values do not count as a change. Throws VERSION_CONFLICT. */
export async function updateSavedView(
  tx: Tx,
  { userId }: UserPrincipal,
  request: UpdateSavedViewRequest,
): Promise<SavedView> {
  const changes = readChanges(request, CHANGEABLE, CHANGEABLE);
  if (changes.query) checkQuery(changes.query);
  const stored = await findSavedViewForUpdate(tx, userId, request.viewId);
  if (!stored) throw noSuch('saved view');
  checkVersion(stored.version, request.expectedVersion);
  if (changedFields(stored, changes).length === 0) return stored;
  return updateSavedViewRow(tx, stored.id, { ...stored, ...changes });
}

/** Deletes a view. Throws VERSION_CONFLICT. */
export async function deleteSavedView(
  tx: Tx,
  { userId }: UserPrincipal,
  { viewId, expectedVersion }: DeleteSavedViewRequest,
): Promise<void> {
  const stored = await findSavedViewForUpdate(tx, userId, viewId);
  if (!stored) throw noSuch('saved view');
  checkVersion(stored.version, expectedVersion);
  await deleteSavedViewRow(tx, viewId);
}

/** Checks only the size of the query: its content is defined by the app, whose columns change. */
function checkQuery(query: SavedView['query']): void {
  if (Buffer.byteLength(JSON.stringify(query)) > QUERY_BYTES_MAX) {
    throw invalidInput('query', `must be at most ${QUERY_BYTES_MAX} bytes.`);
  }
}
