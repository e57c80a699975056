import type { IncomingMessage } from 'node:http';
import { appError } from '@svc/chassis/errors/app-error';
import { oauthError, type OAuthErrorCode } from '@svc/chassis/errors/oauth-error';
import type { Log } from '@svc/chassis/logging/log';
import type { Route } from '../http/operation-routes.js';
import { sendOAuth, sendOAuthError } from './oauth-answers.js';
import { readClientMetadata, readParameters } from './request-bodies.js';

/** The store of clients, codes and tokens. Its refusals with an OAuth code are returned with that code. */
export interface DeviceAuthorizations {
  registerClient(request: {
    family: string;
    clientName: string;
    clientUri?: string | undefined;
    scope?: string | undefined;
    clientAddress: string;
  }): Promise<{
    clientId: string;
    clientName: string;
    clientUri?: string | null | undefined;
    scope: string;
    issuedAt: Date | null;
  }>;
  startDeviceAuthorization(request: {
    family: string;
    clientId: string;
    scope?: string | undefined;
    clientAddress: string;
  }): Promise<{ deviceCode: string; userCode: string; expiresInSeconds: number; intervalSeconds: number }>;
  redeemDeviceCode(request: { family: string; clientId: string; deviceCode: string; clientAddress: string }): Promise<{
    accessToken: string;
    expiresInSeconds: number;
    scope: string;
    /** The account that the token gives access to; absent in services of the previous release. */
    account?: { readonly name: string; readonly email: string } | null | undefined;
  }>;
}

export interface DeviceFlowOptions {
  /** Family of the tokens, which grant nothing in other families. */
  readonly family: string;
  readonly authorizations: DeviceAuthorizations;
  /** URL of the page where users enter the code, by request. */
  readonly verificationUri: (request: IncomingMessage) => string;
  /** Resource identifier of the tokens (RFC 8707), without a trailing slash. */
  readonly resource: (request: IncomingMessage) => string;
  /** Address of a request's client, for rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly log: Log;
}

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Paths of the routes, below the family's sign-in path. */
export const DEVICE_FLOW_PATHS = ['/register', '/device_authorization', '/token'] as const;

/** Returns the body of a successful response. */
type Step = (request: IncomingMessage, options: DeviceFlowOptions) => Promise<object>;

/**
 * The routes with which agents sign in: registration (RFC 7591), device authorization and token (RFC 8628), in OAuth's exact format, including
 * errors.
 */
export function deviceFlowRoutes(options: DeviceFlowOptions): Route[] {
  const route = (
    path: (typeof DEVICE_FLOW_PATHS)[number],
    status: number,
    malformed: OAuthErrorCode,
    step: Step,
  ): Route => ({
    path,
    async handle(request, response) {
      try {
        if (request.method !== 'POST') {
          response.setHeader('Allow', 'POST');
          throw appError('METHOD_NOT_ALLOWED', 'This path takes only POST.');
        }
        sendOAuth(response, status, await step(request, options));
      } catch (error) {
        await sendOAuthError(error, malformed, request, response, options.log);
      }
    },
  });
  return [
    route('/register', 201, 'invalid_client_metadata', register),
    route('/device_authorization', 200, 'invalid_request', startDeviceAuthorization),
    route('/token', 200, 'invalid_request', redeemDeviceCode),
  ];
}

/**
 * Registers every client for the device grant and without a secret, regardless of its request; the response contains the registered metadata (RFC
 * 7591 section 2).
 */
const register: Step = async (request, { family, authorizations, addressOf }) => {
  const metadata = await readClientMetadata(request);
  const client = await authorizations.registerClient({
    family,
    clientName: metadata.client_name,
    clientUri: metadata.client_uri,
    scope: metadata.scope,
    clientAddress: addressOf(request),
  });
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor((client.issuedAt?.getTime() ?? Date.now()) / 1_000),
    client_name: client.clientName,
    ...(typeof client.clientUri === 'string' ? { client_uri: client.clientUri } : {}),
    grant_types: [DEVICE_GRANT],
    response_types: [],
    token_endpoint_auth_method: 'none',
    // A client registered without scopes may request any.
    ...(metadata.scope?.trim() ? { scope: client.scope } : {}),
  };
};

const startDeviceAuthorization: Step = async (request, options) => {
  const { family, authorizations, resource, addressOf } = options;
  const form = await readParameters(request, resource(request));
  const verificationUri = options.verificationUri(request);
  const started = await authorizations.startDeviceAuthorization({
    family,
    clientId: form.required('client_id'),
    scope: form.optional('scope'),
    clientAddress: addressOf(request),
  });
  return {
    device_code: started.deviceCode,
    user_code: started.userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${started.userCode}`,
    expires_in: started.expiresInSeconds,
    interval: started.intervalSeconds,
  };
};

const redeemDeviceCode: Step = async (request, { family, authorizations, resource, addressOf }) => {
  const form = await readParameters(request, resource(request));
  if (form.required('grant_type') !== DEVICE_GRANT) {
    throw oauthError('unsupported_grant_type', `The only grant_type here is ${DEVICE_GRANT}.`);
  }
  const token = await authorizations.redeemDeviceCode({
    family,
    clientId: form.required('client_id'),
    deviceCode: form.required('device_code'),
    clientAddress: addressOf(request),
  });
  return {
    access_token: token.accessToken,
    token_type: 'Bearer',
    expires_in: token.expiresInSeconds,
    scope: token.scope,
    ...(token.account ? { account: { name: token.account.name, email: token.account.email } } : {}),
  };
};
