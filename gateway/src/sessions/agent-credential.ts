import type { Credential } from '@svc/chassis/credentials/authenticator';
import type { Request } from 'express';

/** An agent's token, recognized by its prefix; undefined without one. */
export function readAgentCredential(request: Request): Credential | undefined {
  const token = /^Bearer +(svc_at_[A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : { kind: 'agent', token };
}
