import type { TestGateway } from '../../../testing/test-gateway.js';

export type BridgeRequest = [
  method: string,
  path: string,
  token: string,
  body?: object,
  headers?: Record<string, string>,
];

export interface BridgeAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly error: Readonly<Record<string, unknown>> | undefined;
}

/** Calls the bridge at a path below `/api/agent`. */
export async function callBridge(gateway: TestGateway, ...request: BridgeRequest): Promise<BridgeAnswer> {
  const [method, path, token, body, headers] = request;
  const response = await gateway.fetch(`/api/agent${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-dd-request-id': 'call-1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = (text === '' ? {} : JSON.parse(text)) as { readonly error?: Record<string, unknown> };
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: parsed,
    error: parsed.error,
  };
}
