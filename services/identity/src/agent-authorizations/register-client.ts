import type { Db } from '@svc/chassis/postgres/pool';
import { readClientName, readClientUri } from './client-metadata.js';
import { insertClient, type OAuthClientRow } from './oauth-client-repo.js';
import { readScopes, type Family } from './scopes.js';

export interface ClientMetadata {
  readonly clientName: string;
  readonly clientUri?: string | null | undefined;
  readonly scope?: string | null | undefined;
}

/** Registers a public client (RFC 7591). Throws `invalid_client_metadata` or `invalid_scope`. */
export async function registerClient(db: Db, family: Family, metadata: ClientMetadata): Promise<OAuthClientRow> {
  const { clientName, clientUri, scope } = metadata;
  return insertClient(db, {
    family,
    name: readClientName(clientName),
    uri: typeof clientUri === 'string' ? readClientUri(clientUri) : null,
    scopes: readScopes(family, scope),
  });
}
