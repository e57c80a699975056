import { type AppError, invalidInput } from '@svc/chassis/errors/app-error';
import { oauthError } from '@svc/chassis/errors/oauth-error';

/** A client's metadata and requested scopes. */
export type ClientField = 'name' | 'uri' | 'scopes';

/** Creates the error for an invalid field; `rule` continues after the field's name. */
export type Refuse = (field: ClientField, rule: string) => AppError;

const OAUTH_FIELDS = {
  name: { code: 'invalid_client_metadata', name: 'client_name' },
  uri: { code: 'invalid_client_metadata', name: 'client_uri' },
  scopes: { code: 'invalid_scope', name: 'scope' },
} as const satisfies Record<ClientField, object>;

/** OAuth's errors: `invalid_client_metadata` or `invalid_scope`. */
export const refuseOAuth: Refuse = (field, rule) => {
  const { code, name } = OAUTH_FIELDS[field];
  return oauthError(code, `The ${name} ${rule}`);
};

const LINK_FIELDS: Readonly<Record<ClientField, string>> = {
  name: 'clientName',
  uri: 'clientUrl',
  scopes: 'scopes',
};

/** The login link's error: VALIDATION_ERROR with the path of its own field. */
export const refuseLink: Refuse = (field, rule) => invalidInput(LINK_FIELDS[field], rule);
