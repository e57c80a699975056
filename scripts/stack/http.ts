/** A response of the gateway: status, headers and parsed body (null without one). */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface CallOptions {
  /** Sent as JSON; bytes and forms unchanged, bytes with the type in `headers`. */
  readonly body?: unknown;
  /** Session or agent token of the caller. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Calls the gateway; any status is a response. The caller knows the shape of the body. */
export async function callApi<Body>(
  gatewayUrl: string,
  method: string,
  path: string,
  { body, token, headers, signal }: CallOptions = {},
): Promise<Answer<Body>> {
  const isRaw = body instanceof FormData || body instanceof Uint8Array;
  const response = await fetch(`${gatewayUrl}${path}`, {
    method,
    redirect: 'manual',
    ...(signal === undefined ? {} : { signal }),
    headers: {
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await readBody(response)) as Body };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

/** Whether the account exists with this password; signs out again. */
export async function canSignIn(gatewayUrl: string, email: string, password: string): Promise<boolean> {
  const credentials = { email, password };
  const { status, body } = await callApi<{ token: string }>(gatewayUrl, 'POST', '/api/auth/login', {
    body: credentials,
  });
  if (status !== 200) return false;
  await callApi(gatewayUrl, 'POST', '/api/auth/logout', { token: body.token });
  return true;
}
