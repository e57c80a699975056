import type { JsonSchema } from '@svc/chassis/schemas/json-schema';
import { describeApiInfo, describePaths, ERROR_SCHEMA, type OperationFacts } from '@svc/http-host/http/openapi';
import { describeSignIn } from '@svc/http-host/oauth/describe-sign-in';
import { oauthLinks } from '@svc/http-host/oauth/oauth-metadata';
import type { HostOperation } from '../calls/host-operation.js';
import type { HostParts } from '../calls/host-parts.js';
import { FAMILY } from '../routes/family.js';

/** The OpenAPI 3.1 description of this host: its operations, and how agents sign in. */
export function describeHost(operations: readonly HostOperation[], parts: HostParts): object {
  const { origin } = parts.addresses;
  const schemas: Record<string, JsonSchema> = { Error: ERROR_SCHEMA };
  const paths = describePaths(operations, FAMILY.api, schemas, factsOf);
  return {
    openapi: '3.1.0',
    info: describeApiInfo(`${parts.appName} shortener`, parts.version),
    servers: [{ url: origin }],
    ...oauthLinks({ family: FAMILY, origin }),
    security: [{ agentBearer: [] }],
    paths: { ...paths, ...describeSignIn(FAMILY) },
    components: {
      schemas,
      securitySchemes: { agentBearer: { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' } },
    },
  };
}

const SECURITY = { public: [], 'guest-or-agent': [{}, { agentBearer: [] }], agent: undefined, user: undefined };

function factsOf({ access, scope, http, input }: HostOperation): OperationFacts {
  return {
    security: SECURITY[access],
    ...(http.takesImage ? { image: { types: ['application/json', 'multipart/form-data'], fields: input } } : {}),
    ...(typeof http.status === 'function' ? { statuses: ['201'] } : {}),
    extensions: scope === undefined ? {} : { 'x-svc-scope': scope },
  };
}
