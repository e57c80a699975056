import { oauthError } from '@svc/chassis/errors/oauth-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { validate as isUuid } from 'uuid';
import type { Family } from '../scopes.js';
import { findClient, type OAuthClientRow } from './oauth-client-repo.js';

/** Returns the client with this id. Throws `invalid_client` when the family has none. */
export async function checkClient(db: Db, family: Family, clientId: string): Promise<OAuthClientRow> {
  const client = isUuid(clientId) ? await findClient(db, family, clientId) : null;
  if (client) return client;
  throw oauthError('invalid_client', 'No client is registered under this client_id. Register one first.');
}
