import type { IncomingMessage } from 'node:http';
import { AppError } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Log } from '@svc/chassis/log';
import type { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { answerOAuthError, forbidStoring, oauthError } from './oauth-answers.js';
import { readClientMetadata, readForm } from './request-bodies.js';

export interface AgentSignInOptions {
  readonly authorizations: Pick<
    PromiseClient<typeof AgentAuthorizationServiceService>,
    'registerClient' | 'startDeviceAuthorization' | 'redeemDeviceCode'
  >;
  /** Address of the page where users type the code. */
  readonly verificationUri: string;
  /** Identifier of what the tokens are for (RFC 8707), without a slash at its end. */
  readonly resource: string;
  /** Where a request comes from; limits count by it. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly log: Log;
}

const FAMILY = 'shortener';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const BODY_LIMIT = '64kb';

/**
 * How agents sign in to this host: registration (RFC 7591), device authorization and token (RFC 8628), each in the exact form of
 * OAuth, errors included.
 */
export function agentSignInRoutes(options: AgentSignInOptions): Router {
  const routes = express.Router();
  const form = express.urlencoded({ extended: false, limit: BODY_LIMIT });
  const answerError = answerOAuthError(options.log, 'invalid_request');
  routes
    .route('/register')
    .all(forbidStoring, refuseOtherMethods)
    .post(express.json({ limit: BODY_LIMIT }), register(options))
    .all(answerOAuthError(options.log, 'invalid_client_metadata'));
  routes
    .route('/device_authorization')
    .all(forbidStoring, refuseOtherMethods)
    .post(form, startDeviceAuthorization(options))
    .all(answerError);
  routes.route('/token').all(forbidStoring, refuseOtherMethods).post(form, redeemDeviceCode(options)).all(answerError);
  return routes;
}

const refuseOtherMethods: RequestHandler = (request, response, next) => {
  if (request.method === 'POST') {
    next();
    return;
  }
  response.setHeader('Allow', 'POST');
  next(new AppError('method_not_allowed', 'invalid_request', 'Only POST is for this path.'));
};

/**
 * Every client is registered for the device grant and without a secret, whatever else it asked for: what it is registered for
 * stands in the answer (RFC 7591 section 2).
 */
function register({ authorizations, addressOf }: AgentSignInOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    const metadata = readClientMetadata(request);
    const client = await authorizations.registerClient({
      family: FAMILY,
      clientName: metadata.client_name,
      clientUri: metadata.client_uri,
      scope: metadata.scope,
      clientAddress: addressOf(request),
    });
    response.status(201).json({
      client_id: client.clientId,
      client_id_issued_at: Math.floor((client.issuedAt?.getTime() ?? Date.now()) / 1_000),
      client_name: client.clientName,
      ...(typeof client.clientUri === 'string' ? { client_uri: client.clientUri } : {}),
      grant_types: [DEVICE_GRANT],
      response_types: [],
      token_endpoint_auth_method: 'none',
      scope: client.scope,
    });
  };
}

function startDeviceAuthorization({ authorizations, verificationUri, resource, addressOf }: AgentSignInOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    const form = readForm(request, resource);
    const started = await authorizations.startDeviceAuthorization({
      family: FAMILY,
      clientId: form.required('client_id'),
      scope: form.optional('scope'),
      clientAddress: addressOf(request),
    });
    response.json({
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: verificationUri,
      verification_uri_complete: `${verificationUri}?user_code=${started.userCode}`,
      expires_in: started.expiresInSeconds,
      interval: started.intervalSeconds,
    });
  };
}

function redeemDeviceCode({ authorizations, resource, addressOf }: AgentSignInOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    const form = readForm(request, resource);
    if (form.required('grant_type') !== DEVICE_GRANT) {
      throw oauthError('unsupported_grant_type', `The only grant_type here is ${DEVICE_GRANT}.`);
    }
    const token = await authorizations.redeemDeviceCode({
      family: FAMILY,
      clientId: form.required('client_id'),
      deviceCode: form.required('device_code'),
      clientAddress: addressOf(request),
    });
    response.json({
      access_token: token.accessToken,
      token_type: 'Bearer',
      expires_in: token.expiresInSeconds,
      scope: token.scope,
    });
  };
}
