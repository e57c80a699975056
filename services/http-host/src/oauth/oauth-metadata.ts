import { type Document, jsonDocument } from '../discovery/document.js';
import { DEVICE_GRANT } from './device-flow-routes.js';

/** A part of the product that agents sign in to; its tokens grant nothing in another. */
export interface AgentFamily {
  /** Its name in requests for codes and tokens. */
  readonly name: string;
  /** Path of the API. */
  readonly api: string;
  /** Path of the issuer: empty when the issuer is the origin itself. */
  readonly issuer: string;
  /** Path below which agents sign in. */
  readonly signIn: string;
  readonly scopes: readonly string[];
  /** Default scopes of clients that received none; all scopes when absent. */
  readonly basicScopes?: readonly string[];
}

/** Contents of a family's OAuth documents besides the family. */
export interface FamilyOptions {
  readonly family: AgentFamily;
  /** Origin of the API. */
  readonly origin: string;
  /** Paths to which the tokens give access, the API first. */
  readonly resources: readonly [string, ...string[]];
  /** Display name of what the tokens give access to. */
  readonly resourceName: string;
  /** URL of the documentation. */
  readonly documentation: string;
  /**
   * URL of the page that explains to clients expecting a redirect with a code that there is none. Clients of other flows refuse metadata without such
   * a page; omitted when absent.
   */
  readonly authorizationEndpoint?: string;
  /** URL of the (empty) key set. */
  readonly jwksUri?: string;
}

/** Path of the authorization server's metadata; the issuer's path comes after the well-known part (RFC 8414 section 3.1). */
export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';

/** Path of a protected resource's metadata, which ends in the resource's path (RFC 9728 section 3.1). */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

/** Returns where agents of a family sign in: paths, or URLs below an origin. */
export function signInAddresses({ signIn }: Pick<AgentFamily, 'signIn'>, origin = '') {
  return {
    registration: `${origin}${signIn}/register`,
    deviceAuthorization: `${origin}${signIn}/device_authorization`,
    token: `${origin}${signIn}/token`,
  };
}

/** Returns the members of an OpenAPI document that say where agents sign in. */
export function oauthLinks({
  family,
  origin,
}: Pick<FamilyOptions, 'family' | 'origin'>): Readonly<Record<string, string>> {
  const { registration, deviceAuthorization, token } = signInAddresses(family, origin);
  return {
    'x-oauth-protected-resource': origin + PROTECTED_RESOURCE_PATH + family.api,
    'x-oauth-authorization-server': origin + AUTHORIZATION_SERVER_PATH + family.issuer,
    'x-oauth-registration': registration,
    'x-oauth-device-authorization': deviceAuthorization,
    'x-oauth-token': token,
  };
}

/** RFC 8414 metadata, with only the device flow. */
function authorizationServerMetadata(options: FamilyOptions): object {
  const { family, origin, resources, documentation, authorizationEndpoint, jwksUri } = options;
  const { token, deviceAuthorization, registration } = signInAddresses(family, origin);
  return {
    issuer: origin + family.issuer,
    ...(authorizationEndpoint === undefined ? {} : { authorization_endpoint: authorizationEndpoint }),
    token_endpoint: token,
    device_authorization_endpoint: deviceAuthorization,
    registration_endpoint: registration,
    ...(jwksUri === undefined ? {} : { jwks_uri: jwksUri }),
    scopes_supported: family.scopes,
    response_types_supported: [],
    grant_types_supported: [DEVICE_GRANT],
    token_endpoint_auth_methods_supported: ['none'],
    service_documentation: documentation,
    protected_resources: resources.map((path) => origin + path),
  };
}

/** RFC 9728 metadata, for the resource at this path. */
function protectedResourceMetadata(
  path: string,
  { family, origin, resourceName, documentation }: FamilyOptions,
): object {
  return {
    resource: origin + path,
    resource_name: resourceName,
    authorization_servers: [origin + family.issuer],
    scopes_supported: family.basicScopes ?? family.scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: documentation,
  };
}

/** Paths of `oauthDocuments`. */
export function oauthDocumentPaths({ issuer }: AgentFamily, resources: readonly string[]): string[] {
  return [
    ...new Set([AUTHORIZATION_SERVER_PATH + issuer, AUTHORIZATION_SERVER_PATH]),
    ...[...resources, ''].map((path) => PROTECTED_RESOURCE_PATH + path),
  ];
}

/** Returns all documents; a request without a path gets the family that owns the host. */
export function oauthDocuments(options: FamilyOptions): Document[] {
  const server = authorizationServerMetadata(options);
  const [api] = options.resources;
  const { issuer } = options.family;
  return [
    ...(issuer === '' ? [] : [jsonDocument(AUTHORIZATION_SERVER_PATH + issuer, server)]),
    jsonDocument(AUTHORIZATION_SERVER_PATH, server),
    ...options.resources.map((path) =>
      jsonDocument(PROTECTED_RESOURCE_PATH + path, protectedResourceMetadata(path, options)),
    ),
    jsonDocument(PROTECTED_RESOURCE_PATH, protectedResourceMetadata(api, options)),
  ];
}

/**
 * Returns the authorization server's metadata where OpenID Connect clients expect it (Discovery 1.0), and the key set. Both state that nothing is
 * signed: there are no ID tokens, and access tokens are opaque.
 */
export function openIdDocuments(options: FamilyOptions): Document[] {
  const alias = {
    ...authorizationServerMetadata(options),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [],
    x_id_tokens_issued: false,
    x_note: 'The metadata of the OAuth server under another name; no ID tokens are issued.',
  };
  return [
    jsonDocument(OPENID_CONFIGURATION_PATH, alias),
    jsonDocument(JWKS_PATH, { keys: [] }, 'application/jwk-set+json'),
  ];
}

const OPENID_CONFIGURATION_PATH = '/.well-known/openid-configuration';

/** Path of the key set. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** Paths of `openIdDocuments`. */
export const OPENID_DOCUMENT_PATHS: readonly string[] = [OPENID_CONFIGURATION_PATH, JWKS_PATH];
