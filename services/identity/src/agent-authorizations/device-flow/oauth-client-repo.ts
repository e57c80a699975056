import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import { v7 as newId } from 'uuid';
import type { Family } from '../scopes.js';

/** A registered client. */
export interface OAuthClientRow {
  readonly id: string;
  readonly name: string;
  readonly uri: string | null;
  readonly scopes: readonly string[];
  /** Whether the client registered scopes, which are then the only ones it can request. */
  readonly namesScopes: boolean;
  readonly createdAt: Date;
}

export interface NewOAuthClient extends Omit<OAuthClientRow, 'id' | 'createdAt'> {
  readonly family: Family;
}

const COLUMNS = `c.id, c.name, c.uri, c.scopes, c.names_scopes as "namesScopes", c.created_at as "createdAt"`;

export async function insertClient(db: Db, client: NewOAuthClient): Promise<OAuthClientRow> {
  const { rows } = await db.query<OAuthClientRow>(
    `insert into identity.oauth_clients as c (id, family, name, uri, scopes, names_scopes)
     values ($1, $2, $3, $4, $5, $6)
  returning ${COLUMNS}`,
    [newId(), client.family, client.name, client.uri, client.scopes, client.namesScopes],
  );
  return onlyRow(rows);
}

/** Finds a client of the family; null when there is none. */
export async function findClient(db: Db, family: Family, clientId: string): Promise<OAuthClientRow | null> {
  return db.find<OAuthClientRow>(
    `select ${COLUMNS}
       from identity.oauth_clients c
      where c.id = $1
        and c.family = $2`,
    [clientId, family],
  );
}

/** Records that a user has approved the client. */
export async function updateClientApproval(db: Db, clientId: string): Promise<void> {
  await db.query(
    `update identity.oauth_clients set first_approved_at = now()
      where id = $1 and first_approved_at is null`,
    [clientId],
  );
}

/** Deletes clients that no user has approved for this many days and that have no open request. */
export async function deleteUnusedClients(db: Db, olderThanDays: number): Promise<void> {
  await db.query(
    `delete from identity.oauth_clients c
      where c.first_approved_at is null and c.created_at < now() - make_interval(days => $1)
        and not exists (select 1 from identity.agent_auth_requests r where r.client_id = c.id)`,
    [olderThanDays],
  );
}
