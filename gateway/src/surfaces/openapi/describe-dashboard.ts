import type { JsonSchema } from '@svc/chassis/schemas/json-schema';
import { describeApiInfo, describePaths, ERROR_SCHEMA, type OperationFacts } from '@svc/http-host/http/openapi';
import type { Operation } from '@svc/operations/registry/define-operation';
import { isForUsers } from '@svc/operations/run/checks';
import { tagsOf } from './tags.js';

/** The OpenAPI 3.1 description of what signed-in users may call: all operations except those of administrators. */
export function describeDashboard(operations: readonly Operation[], appName: string, version: string): object {
  const schemas: Record<string, JsonSchema> = { Error: ERROR_SCHEMA };
  const described = operations.filter((operation) => operation.access !== 'admin' && isForUsers(operation));
  const paths = { ...HEALTH_PATHS, ...describePaths(described, '/api', schemas, factsOf) };
  return {
    openapi: '3.1.0',
    info: describeApiInfo(`${appName} API`, version),
    servers: [{ url: '/' }],
    security: [{ session: [] }, { bearer: [] }],
    tags: tagsOf(described),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'svc_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function isOpen({ access }: Operation): boolean {
  return access === 'public' || access === 'anyone';
}

function factsOf(operation: Operation): OperationFacts {
  const { access, http, tier, destructive, scope } = operation;
  return {
    tags: [operation.family],
    security: isOpen(operation) ? [] : undefined,
    isAnonymous: access === 'public',
    image: http.accepts,
    extensions: {
      'x-svc-tier': tier,
      'x-svc-destructive': destructive,
      ...(scope === undefined ? {} : { 'x-svc-scope': scope }),
    },
  };
}

const HEALTH_PATHS = {
  '/api/health': { get: healthPath('health.get', 'Check that the gateway is running') },
  '/api/readiness': { get: healthPath('health.readiness', 'Check that every dependency works') },
};

function healthPath(operationId: string, summary: string): object {
  const answer = { description: 'Yes.', content: { 'application/json': { schema: { type: 'object' } } } };
  const refusal = { ...answer, description: 'Not ready; the checks say what is unavailable.' };
  const responses = operationId === 'health.get' ? { 200: answer } : { 200: answer, 503: refusal };
  return { operationId, summary, tags: ['health'], security: [], responses };
}
