import type { Db } from '@svc/chassis/postgres/pool';
import type { SealedSecret, SecretBox } from '../../sealing/secret-box.js';
import { findSealedHeader } from './auth-header-repo.js';
import type { AuthHeader } from './mcp-server.js';

/** The place for which a server's header is sealed. */
export function placeOfHeader(serverId: string): string {
  return `memory.mcp_servers.auth_header:${serverId}`;
}

export function sealHeader(box: SecretBox, serverId: string, { name, value }: AuthHeader): Promise<SealedSecret> {
  return box.seal(JSON.stringify({ name, value }), placeOfHeader(serverId));
}

/** The opened header of a server. Throws Unopenable. */
export async function openHeader(db: Db, box: SecretBox, serverId: string): Promise<AuthHeader | null> {
  const jwe = await findSealedHeader(db, serverId);
  return jwe === null ? null : (JSON.parse(await box.open(jwe, placeOfHeader(serverId))) as AuthHeader);
}
