import type { Db } from '@svc/chassis/postgres/pool';
import type { RegisterClientRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import { readClientName, readClientUri } from '../client-metadata.js';
import { refuseOAuth } from '../refusals.js';
import { type Family, readScopes, splitScope } from '../scopes.js';
import { insertClient, type OAuthClientRow } from './oauth-client-repo.js';

/** Registers a public client (RFC 7591). Throws `invalid_client_metadata` or `invalid_scope`. */
export async function registerClient(
  db: Db,
  family: Family,
  metadata: Pick<RegisterClientRequest, 'clientName' | 'clientUri' | 'scope'>,
): Promise<OAuthClientRow> {
  const { clientName, clientUri, scope } = metadata;
  const named = splitScope(scope);
  return insertClient(db, {
    family,
    name: readClientName(clientName, refuseOAuth),
    uri: typeof clientUri === 'string' ? readClientUri(clientUri, refuseOAuth) : null,
    scopes: readScopes(family, named, refuseOAuth),
    namesScopes: named.length > 0,
  });
}
