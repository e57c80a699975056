/** Calls of the public API as the users of the sample data. */
import type { InputOf, OutputOf } from '@svc/operations/registry/define-operation';
import type { OperationTypes } from '@svc/operations/registry/registry';
import { type Answer, callApi } from '../stack/http.ts';

const DAY_MS = 86_400_000;

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** An image of a video, and the input of screenshots.create that is sent with it. */
interface Picture {
  readonly image: string;
  readonly dealId: string;
  readonly videoId: string;
  readonly sourceUrl: string;
}

/** Calls the route of an operation with its input and the ids in the path; returns its output. */
export type Call = <Name extends keyof OperationTypes>(
  method: string,
  path: string,
  body?: Partial<InputOf<OperationTypes[Name]>> | Picture,
) => Promise<OutputOf<OperationTypes[Name]>>;

/** Returns calls as the account, which is created if missing. Throws when that is not possible. */
export async function callerOf(gatewayUrl: string, account: Account): Promise<Call> {
  const token = await signIn(gatewayUrl, account);
  return async (method, path, body) => expectSuccess(path, await callApi(gatewayUrl, method, path, { body, token }));
}

/** Creates a screenshot of a video, and returns its id. */
export async function keepPicture(call: Call, image: Buffer, about: Omit<Picture, 'image'>): Promise<string> {
  const picture = { image: image.toString('base64'), ...about };
  const { screenshotId } = await call<'screenshots.create'>('POST', '/api/screenshots', picture);
  return screenshotId;
}

async function signIn(gatewayUrl: string, { name, ...account }: Account): Promise<string> {
  const known = await callApi<{ token: string }>(gatewayUrl, 'POST', '/api/auth/login', { body: account });
  if (known.status === 200) return known.body.token;
  const path = '/api/auth/signup';
  const created = await callApi<{ token: string }>(gatewayUrl, 'POST', path, { body: { ...account, name } });
  return expectSuccess(path, created).token;
}

/** Returns the output of a response. Throws for an error response. */
export function expectSuccess<Body>(path: string, { status, body }: Answer<Body>): Body {
  if (status < 300) return body;
  const { error } = body as { error?: { message: string } };
  const reason = error?.message ?? 'without a reason';
  throw new Error(`The sample data cannot be added: ${path.split('?', 1)[0]} answers ${status}, ${reason}`);
}

/** The time this many days ago, or ahead when negative. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** The date of that time. */
export function dateAgo(days: number): string {
  return daysAgo(days).slice(0, 10);
}
